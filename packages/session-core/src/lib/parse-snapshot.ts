import { checkObject } from './check-object.ts';
import { parseGuestPath } from './guest-path.ts';
import { invalidInput, quoted } from './invalid-input.ts';
import { parseEntries } from './parse-entries.ts';
import { isInRoots } from './roots.ts';
import type { Tree } from './tree-entry.ts';

/** A checked snapshot; contents are the caller's own bytes, not copied. */
export interface ParsedSnapshot {
  readonly cwd: string;
  readonly tree: Tree;
}

/**
 * Checks a whole snapshot against the roots of the Session that is to take it.
 *
 * A symbolic link may point anywhere below `/`, because a guest may make such links and a snapshot must go back to where
 * it came from; the Session itself never follows one out of the roots.
 */
export function parseSnapshot(value: unknown, roots: readonly string[]): ParsedSnapshot {
  const given = checkObject(value, ['version', 'cwd', 'entries'], 'the snapshot');
  if (given.version !== 1)
    throw invalidInput(`Cannot use the snapshot: its version is ${quoted(given.version)}; 1 is accepted`);
  const parsed = parseGuestPath(given.cwd, 'cwd of the snapshot');
  const cwd = `/${parsed.segments.join('/')}`;
  if (!parsed.absolute || !isInRoots(cwd, roots)) {
    throw invalidInput(`Cannot use the cwd ${quoted(given.cwd)} of the snapshot: it is outside ${roots.join(' and ')}`);
  }
  const rules = { what: 'snapshot.entries', roots, links: 'world', copy: false, nowMs: Date.now() } as const;
  return { cwd, tree: parseEntries(given.entries, rules) };
}
