import { isImportSupported, SNAPSHOT_PREVIEW1_MODULE, UNSTABLE_MODULE } from '../supported-imports.ts';
import { WASIX_MODULE } from '../wasix-signatures.ts';

/** The export by which a module says that it was built with the guest SDK, whose C library needs no help from us. */
export const SDK_MARKER = '__formicarium_sdk';

/** What a module imports. */
export interface ImportPlan {
  /** Names from each version of preview 1. */
  readonly snapshot: readonly string[];
  readonly unstable: readonly string[];
  /** Names from WASIX. */
  readonly wasix: readonly string[];
  /**
   * It has the C library of WASIX, not the SDK: `fd_renumber` then copies, as that library's dup2 expects, and the
   * preopened `.` follows `chdir`.
   */
  readonly hasWasixLibc: boolean;
  /** False: it imports something that no run can give it. */
  readonly isSupported: boolean;
}

const known = new WeakMap<WebAssembly.Module, ImportPlan>();

/** The imports of a module; looked at once for each module, since a warm worker runs the same ones again and again. */
export function importPlan(module: WebAssembly.Module): ImportPlan {
  let plan = known.get(module);
  if (plan === undefined) {
    const imports = WebAssembly.Module.imports(module);
    const from = (namespace: string): string[] =>
      imports.filter((entry) => entry.module === namespace).map(({ name }) => name);
    const wasix = from(WASIX_MODULE);
    plan = {
      wasix,
      hasWasixLibc: wasix.length > 0 && !WebAssembly.Module.exports(module).some(({ name }) => name === SDK_MARKER),
      snapshot: from(SNAPSHOT_PREVIEW1_MODULE),
      unstable: from(UNSTABLE_MODULE),
      isSupported: imports.every((entry) => isImportSupported(entry.module, entry.name, entry.kind)),
    };
    known.set(module, plan);
  }
  return plan;
}

/** Tells whether a module may want to run other programs beside itself. */
export const spawnsProcesses = (module: WebAssembly.Module): boolean =>
  importPlan(module).wasix.some((name) => name.startsWith('proc_spawn'));
