import { WASI } from '@wasmer/wasi';
import { SNAPSHOT_PREVIEW1, UNSTABLE } from '../abi/layouts.ts';
import { createCalls } from '../calls/create-calls.ts';
import { createWasixCalls } from '../calls/create-wasix-calls.ts';
import { SNAPSHOT_PREVIEW1_MODULE, UNSTABLE_MODULE } from '../supported-imports.ts';
import { WASIX_MODULE } from '../wasix-signatures.ts';
import { fillRandom } from './character-device.ts';
import type { GuestContext } from './guest-context.ts';
import { importPlan } from './import-plan.ts';

/**
 * The base class with every call replaced by ours. What is used of it: the check of the instance and the run of
 * `_start` in `start`, its memory, and its exit exception.
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
        isTTY: () => context.terminal !== null,
        // No call of the base is left that would open a file.
        fs: null,
        path: null,
      },
    });
    this.#context = context;
  }

  /**
   * The imports of a module, one table for each version of preview 1 that it names. The base would look for the version
   * in the module's imports again, which costs as much as a small guest's run.
   */
  override getImports(module: WebAssembly.Module): Record<string, Record<string, () => number>> {
    const { snapshot, unstable, wasix } = importPlan(module);
    const imports: Record<string, Record<string, () => number>> = {};
    if (snapshot.length > 0)
      imports[SNAPSHOT_PREVIEW1_MODULE] = createCalls(this.#context, SNAPSHOT_PREVIEW1, snapshot);
    if (unstable.length > 0) imports[UNSTABLE_MODULE] = createCalls(this.#context, UNSTABLE, unstable);
    if (wasix.length > 0) imports[WASIX_MODULE] = createWasixCalls(this.#context, wasix);
    return imports;
  }

  override setMemory(memory: WebAssembly.Memory): void {
    super.setMemory(memory);
    this.#context.memory.bind(memory);
  }
}
