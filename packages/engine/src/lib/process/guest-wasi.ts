import { WASI, WASIExitError } from '@wasmer/wasi';
import { SNAPSHOT_PREVIEW1, UNSTABLE } from '../abi/layouts.ts';
import { createCalls } from '../calls/create-calls.ts';
import { SNAPSHOT_PREVIEW1_MODULE, UNSTABLE_MODULE } from '../supported-imports.ts';
import { fillRandom } from './character-device.ts';
import type { GuestContext } from './guest-context.ts';

/** Which of the two modules of preview 1 a module imports from; asked once for each module. */
const namespaces = new WeakMap<WebAssembly.Module, ReadonlySet<string>>();

function namespacesOf(module: WebAssembly.Module): ReadonlySet<string> {
  let found = namespaces.get(module);
  if (found === undefined) {
    found = new Set(WebAssembly.Module.imports(module).map((entry) => entry.module));
    namespaces.set(module, found);
  }
  return found;
}

/**
 * The base class with every call replaced by ours. What is used of it: the choice of a namespace in `getImports`, the
 * check of the instance and the run of `_start` in `start`, and its exit exception.
 */
export class GuestWasi extends WASI {
  readonly #context: GuestContext;

  constructor(context: GuestContext) {
    super({
      bindings: {
        hrtime: () => 0n,
        exit: (exitCode) => context.exit(exitCode & 0xff),
        kill: () => {},
        randomFillSync: (target, offset, size) => {
          if (target instanceof Uint8Array) fillRandom(target, offset, size);
          return target;
        },
        isTTY: () => context.hasTerminal,
        // No call of the base is left that would open a file.
        fs: null,
        path: null,
      },
    });
    this.#context = context;
  }

  /** The imports of a module: one table for one namespace, as the base chooses it, or both where a module mixes them. */
  override getImports(module: WebAssembly.Module): Record<string, Record<string, () => number>> {
    const context = this.#context;
    const used = namespacesOf(module);
    const usesUnstable = used.has(UNSTABLE_MODULE);
    const usesSnapshot = used.has(SNAPSHOT_PREVIEW1_MODULE);
    if (usesUnstable && usesSnapshot) {
      return {
        [SNAPSHOT_PREVIEW1_MODULE]: createCalls(context, SNAPSHOT_PREVIEW1),
        [UNSTABLE_MODULE]: createCalls(context, UNSTABLE),
      };
    }
    if (!usesUnstable && !usesSnapshot) return {};
    this.wasiImport = createCalls(context, usesUnstable ? UNSTABLE : SNAPSHOT_PREVIEW1);
    return super.getImports(module) as Record<string, Record<string, () => number>>;
  }

  override setMemory(memory: WebAssembly.Memory): void {
    super.setMemory(memory);
    this.#context.memory.bind(memory);
  }
}

/** Thrown through the guest to end it. */
export { WASIExitError as GuestExit };
