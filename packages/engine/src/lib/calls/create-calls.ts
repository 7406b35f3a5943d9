import type { AbiVersion } from '../abi/layouts.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { PREVIEW1_GROUPS } from '../supported-imports.ts';
import { argsEnvCalls } from './args-env.ts';
import { clockRandomCalls } from './clock-random.ts';
import { descriptorCalls } from './descriptors.ts';
import { fileCalls } from './files.ts';
import { type FileUse, guardCall, type Import } from './guard-call.ts';
import { pathOpenCalls } from './path-open.ts';
import { pathCalls } from './paths.ts';
import { pollCalls } from './poll.ts';
import { processCalls } from './process.ts';
import { readdirCalls } from './readdir.ts';
import { socketCalls } from './sockets.ts';

type Group = keyof typeof PREVIEW1_GROUPS;

const CREATORS: Readonly<Record<Group, (context: GuestContext, abi: AbiVersion) => CallTable>> = {
  argsEnv: argsEnvCalls,
  clockRandom: clockRandomCalls,
  descriptors: descriptorCalls,
  files: fileCalls,
  readdir: readdirCalls,
  pathOpen: pathOpenCalls,
  paths: pathCalls,
  poll: pollCalls,
  process: processCalls,
  sockets: socketCalls,
};

/** The groups whose calls look at files all by themselves; polls and the like take their own steps. */
const FILE_USE: Partial<Record<Group, FileUse>> = {
  clockRandom: 'always',
  descriptors: 'always',
  files: 'by-descriptor',
  readdir: 'always',
  pathOpen: 'always',
  paths: 'always',
};

const GROUP_OF: ReadonlyMap<string, Group> = new Map(
  Object.entries(PREVIEW1_GROUPS).flatMap(([group, names]) => names.map((name) => [name, group as Group])),
);

/**
 * The named calls of preview 1 in one of its versions, ready to be imported. Only the groups of what is named are built:
 * a small guest imports a handful. Unknown names are left out, so that linking refuses them.
 */
export function createCalls(
  context: GuestContext,
  abi: AbiVersion,
  names: Iterable<string> = GROUP_OF.keys(),
): Record<string, Import> {
  const tables: Partial<Record<Group, CallTable>> = {};
  const imports: Record<string, Import> = {};
  for (const name of names) {
    const group = GROUP_OF.get(name);
    if (group === undefined) continue;
    const table = tables[group] ?? CREATORS[group](context, abi);
    tables[group] = table;
    const call = table[name];
    if (call !== undefined) imports[name] = guardCall(context, call, FILE_USE[group]);
  }
  return imports;
}
