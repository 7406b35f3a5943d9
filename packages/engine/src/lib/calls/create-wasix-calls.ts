import { ENOSYS } from '../abi/errno.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { isWasixName } from '../wasix-signatures.ts';
import { type FileUse, guardCall, type Import } from './guard-call.ts';
import { ttyCalls } from './tty.ts';
import { wasixFileCalls } from './wasix-files.ts';
import { wasixJoinCalls } from './wasix-join.ts';
import { wasixPortCalls } from './wasix-ports.ts';
import { wasixProcessCalls } from './wasix-process.ts';
import { wasixSignalCalls } from './wasix-signals.ts';
import { wasixSpawnCalls } from './wasix-spawn.ts';
import { wasixThreadCalls } from './wasix-threads.ts';

/** The groups of WASIX's calls; a later one wins. */
const CREATORS: readonly (readonly [create: (context: GuestContext) => CallTable, use: FileUse])[] = [
  [wasixFileCalls, 'always'],
  [wasixProcessCalls, 'none'],
  [wasixSpawnCalls, 'none'],
  [wasixJoinCalls, 'none'],
  [wasixThreadCalls, 'none'],
  [ttyCalls, 'none'],
  [wasixSignalCalls, 'none'],
  [wasixPortCalls, 'none'],
];

const notImplemented: Import = () => ENOSYS;

/** The named calls of WASIX, ready to be imported. What this engine does not have answers ENOSYS. */
export function createWasixCalls(context: GuestContext, names: Iterable<string>): Record<string, Import> {
  const tables = CREATORS.map(([create, use]) => ({ table: create(context), use }));
  const imports: Record<string, Import> = {};
  for (const name of names) {
    if (!isWasixName(name)) continue;
    imports[name] = notImplemented;
    for (const { table, use } of tables) {
      const call = table[name];
      if (call !== undefined) imports[name] = guardCall(context, call, use);
    }
  }
  return imports;
}
