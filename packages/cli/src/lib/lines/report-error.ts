import { ExecutionError } from '@aletheia-works/formicarium';
import { UsageError } from '../args/usage-error.ts';
import { visibleText } from './visible-text.ts';

/** Writes an error as one line, `formicarium: CODE: message`, to standard error, and tells the exit code that goes with it. */
export function reportError(error: unknown, stream: NodeJS.WriteStream = process.stderr): number {
  const usage = error instanceof UsageError;
  const code = error instanceof ExecutionError ? error.code : usage ? 'INVALID_INPUT' : 'EXECUTION';
  const message = error instanceof Error ? error.message : String(error);
  const reason = systemCode(error);
  const suffix = reason === null || message.includes(reason) ? '' : ` (${reason})`;
  stream.write(`formicarium: ${code}: ${visibleText(message)}${suffix}\n`);
  if (usage) stream.write('Try "formicarium --help".\n');
  return usage ? 2 : 1;
}

/** What the system said below an error, such as `ECONNREFUSED` below a failed download. */
function systemCode(error: unknown): string | null {
  let below = error instanceof Error ? error.cause : undefined;
  for (let depth = 0; depth < 8 && below instanceof Error; depth++) {
    const { code } = below as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return code;
    below = below.cause;
  }
  return null;
}
