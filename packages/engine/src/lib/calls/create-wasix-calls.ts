import { ENOSYS } from '../abi/errno.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { isWasixName } from '../wasix-signatures.ts';
import { guardCall, type Import } from './guard-call.ts';
import { wasixFileCalls } from './wasix-files.ts';
import { wasixPortCalls } from './wasix-ports.ts';
import { wasixProcessCalls } from './wasix-process.ts';
import { wasixThreadCalls } from './wasix-threads.ts';

/** The groups of WASIX's calls; a later one wins. */
const CREATORS: readonly ((context: GuestContext) => CallTable)[] = [
  wasixFileCalls,
  wasixProcessCalls,
  wasixThreadCalls,
  wasixPortCalls,
];

const notImplemented: Import = () => ENOSYS;

/** The named calls of WASIX, ready to be imported. What this engine does not have answers ENOSYS. */
export function createWasixCalls(context: GuestContext, names: Iterable<string>): Record<string, Import> {
  const table: CallTable = Object.assign({}, ...CREATORS.map((create) => create(context)));
  const imports: Record<string, Import> = {};
  for (const name of names) {
    if (!isWasixName(name)) continue;
    const call = table[name];
    imports[name] = call === undefined ? notImplemented : guardCall(context, call);
  }
  return imports;
}
