import type { AbiVersion } from '../abi/layouts.ts';
import { errnoOf } from '../abi/refusal.ts';
import type { Call, CallTable, GuestContext } from '../process/guest-context.ts';
import type { GuestMemory } from '../process/guest-memory.ts';
import { PREVIEW1_GROUPS } from '../supported-imports.ts';
import { argsEnvCalls } from './args-env.ts';
import { clockRandomCalls } from './clock-random.ts';
import { descriptorCalls } from './descriptors.ts';
import { fileCalls } from './files.ts';
import { pathOpenCalls } from './path-open.ts';
import { pathCalls } from './paths.ts';
import { pollCalls } from './poll.ts';
import { processCalls } from './process.ts';
import { readdirCalls } from './readdir.ts';
import { socketCalls } from './sockets.ts';

/** A call as a module imports it: whatever is thrown on the way has become an error number. */
export type Import = (...values: unknown[]) => number;

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
    if (call !== undefined) imports[name] = guarded(context.memory, call);
  }
  return imports;
}

/**
 * Wraps a call for WebAssembly. One wrapper for each number of parameters, because a function that takes exactly what
 * the module passes is called without an adaptor.
 */
function guarded(memory: GuestMemory, call: Call): Import {
  const run = call as Import;
  switch (call.length) {
    case 0:
      return () => {
        memory.refresh();
        try {
          return run();
        } catch (error) {
          return errnoOf(error);
        }
      };
    case 1:
      return (a) => {
        memory.refresh();
        try {
          return run(a);
        } catch (error) {
          return errnoOf(error);
        }
      };
    case 2:
      return (a, b) => {
        memory.refresh();
        try {
          return run(a, b);
        } catch (error) {
          return errnoOf(error);
        }
      };
    case 3:
      return (a, b, c) => {
        memory.refresh();
        try {
          return run(a, b, c);
        } catch (error) {
          return errnoOf(error);
        }
      };
    case 4:
      return (a, b, c, d) => {
        memory.refresh();
        try {
          return run(a, b, c, d);
        } catch (error) {
          return errnoOf(error);
        }
      };
    case 5:
      return (a, b, c, d, e) => {
        memory.refresh();
        try {
          return run(a, b, c, d, e);
        } catch (error) {
          return errnoOf(error);
        }
      };
    default:
      return (a, b, c, d, e, f, g, h, i) => {
        memory.refresh();
        try {
          return run(a, b, c, d, e, f, g, h, i);
        } catch (error) {
          return errnoOf(error);
        }
      };
  }
}
