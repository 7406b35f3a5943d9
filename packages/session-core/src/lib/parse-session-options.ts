import { checkEnv, checkObject } from './check-object.ts';
import { parseEntries } from './parse-entries.ts';
import { checkRoots, parseRoot } from './roots.ts';
import type { RunLimits } from './runtime-port.ts';
import { parseLimits } from './session-limits.ts';
import type { Tree } from './tree-entry.ts';

/** Checked options of a Session. */
export interface ParsedSessionOptions {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: RunLimits;
  /** The caller's own bytes, not copied: load it before the caller runs again. */
  readonly tree: Tree;
}

/**
 * Checks the options of a Session, the whole list of entries included, before anything is made.
 *
 * @throws ExecutionError `INVALID_INPUT`
 */
export function parseSessionOptions(value: unknown): ParsedSessionOptions {
  const given = checkObject(value ?? {}, ['cwd', 'home', 'entries', 'env', 'limits'], 'the options of createSession');
  const cwd = parseRoot(given.cwd ?? '/work', 'cwd');
  const home = parseRoot(given.home ?? '/home/guest', 'home');
  checkRoots(cwd, home);
  const env = checkEnv(given.env, 'env');
  const limits = parseLimits(given.limits);
  const tree = parseEntries(given.entries ?? [], {
    what: 'entries',
    roots: [cwd, home],
    links: 'roots',
    copy: false,
    nowMs: Date.now(),
  });
  return { cwd, home, env, limits, tree };
}
