import { checkObject, parseRunOptions } from '@aletheia-works/session-core/internal';
import type { CommandOptions } from './command-session.ts';
import { invalidInput } from './invalid-input.ts';

const KEYS = ['signal', 'onProgress', 'onOutput', 'stdin', 'terminal', 'network'] as const;

/**
 * Checks the options of `execute` whatever the line says, by the rules of `Session.run` for those that reach a guest.
 * Answers a copy: every property was read once, and those that are undefined are left out.
 *
 * @throws ExecutionError `INVALID_INPUT`
 */
export function parseCommandOptions(value: unknown): CommandOptions {
  if (value === undefined) return {};
  const given = checkObject(value, KEYS, 'the options of execute');
  const { onProgress, ...io } = given;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalidInput(`Cannot use onProgress: it is of type ${typeof onProgress}; a function is accepted`);
  }
  parseRunOptions({ tool: '', ...io });
  return Object.fromEntries(Object.entries(given).filter(([, item]) => item !== undefined)) as CommandOptions;
}
