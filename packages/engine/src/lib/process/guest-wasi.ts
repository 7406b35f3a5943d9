import { WASI, WASIExitError } from '@wasmer/wasi';
import { SNAPSHOT_PREVIEW1, UNSTABLE } from '../abi/layouts.ts';
import { createCalls } from '../calls/create-calls.ts';
import { SNAPSHOT_PREVIEW1_MODULE, UNSTABLE_MODULE } from '../supported-imports.ts';
import { fillRandom } from './character-device.ts';
import type { GuestContext } from './guest-context.ts';
import { importPlan } from './import-plan.ts';

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
    const { snapshot, unstable } = importPlan(module);
    if (snapshot.length > 0 && unstable.length > 0) {
      return {
        [SNAPSHOT_PREVIEW1_MODULE]: createCalls(this.#context, SNAPSHOT_PREVIEW1, snapshot),
        [UNSTABLE_MODULE]: createCalls(this.#context, UNSTABLE, unstable),
      };
    }
    if (snapshot.length === 0 && unstable.length === 0) return {};
    this.wasiImport =
      unstable.length > 0
        ? createCalls(this.#context, UNSTABLE, unstable)
        : createCalls(this.#context, SNAPSHOT_PREVIEW1, snapshot);
    return super.getImports(module) as Record<string, Record<string, () => number>>;
  }

  override setMemory(memory: WebAssembly.Memory): void {
    super.setMemory(memory);
    this.#context.memory.bind(memory);
  }
}

/**
 * Thrown through the guest to end it; the process knows the code. One instance serves all, since a fresh stack costs more
 * than a small guest's whole run.
 */
export const guestExit = new WASIExitError(null);
