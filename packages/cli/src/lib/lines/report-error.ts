import { ExecutionError } from '@aletheia-works/formicarium';
import { UsageError } from '../args/usage-error.ts';
import { visibleText } from './visible-text.ts';

/** Writes an error as one line, `formicarium: CODE: message`, to standard error, and tells the exit code that goes with it. */
export function reportError(error: unknown, stream: NodeJS.WriteStream = process.stderr): number {
  const usage = error instanceof UsageError;
  const code = error instanceof ExecutionError ? error.code : usage ? 'INVALID_INPUT' : 'EXECUTION';
  const message = error instanceof Error ? error.message : String(error);
  stream.write(`formicarium: ${code}: ${visibleText(message)}\n`);
  if (usage) stream.write('Try "formicarium --help".\n');
  return usage ? 2 : 1;
}
