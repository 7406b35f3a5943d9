import { errnoOf } from '../abi/refusal.ts';
import type { Call, GuestContext } from '../process/guest-context.ts';
import { guestExit } from '../process/guest-exit.ts';

/** A call as a module imports it: whatever is thrown on the way has become an error number. */
export type Import = (...values: unknown[]) => number;

/** Whether a call looks at files: those of a descriptor that is its first value may be streams, and wait. */
export type FileUse = 'none' | 'always' | 'by-descriptor';

/**
 * Wraps a call for WebAssembly. One wrapper for each number of parameters, because a function that takes exactly what
 * the module passes is called without an adaptor.
 */
export function guardCall(context: GuestContext, call: Call, use: FileUse = 'none'): Import {
  const { memory } = context;
  let run = call as Import;
  if (use !== 'none') {
    context.files.whenShared(() => {
      run = inOneStep(context, run, use);
    });
  }
  switch (call.length) {
    case 0:
      return () => {
        memory.refresh();
        try {
          return run();
        } catch (error) {
          return answer(context, error);
        }
      };
    case 1:
      return (a) => {
        memory.refresh();
        try {
          return run(a);
        } catch (error) {
          return answer(context, error);
        }
      };
    case 2:
      return (a, b) => {
        memory.refresh();
        try {
          return run(a, b);
        } catch (error) {
          return answer(context, error);
        }
      };
    case 3:
      return (a, b, c) => {
        memory.refresh();
        try {
          return run(a, b, c);
        } catch (error) {
          return answer(context, error);
        }
      };
    case 4:
      return (a, b, c, d) => {
        memory.refresh();
        try {
          return run(a, b, c, d);
        } catch (error) {
          return answer(context, error);
        }
      };
    case 5:
      return (a, b, c, d, e) => {
        memory.refresh();
        try {
          return run(a, b, c, d, e);
        } catch (error) {
          return answer(context, error);
        }
      };
    case 6:
    case 7:
    case 8:
    case 9:
      return (a, b, c, d, e, f, g, h, i) => {
        memory.refresh();
        try {
          return run(a, b, c, d, e, f, g, h, i);
        } catch (error) {
          return answer(context, error);
        }
      };
    default:
      return (...values) => {
        memory.refresh();
        try {
          return run(...values);
        } catch (error) {
          return answer(context, error);
        }
      };
  }
}

/** The same call where other processes use the files, too. */
function inOneStep({ files, descriptors }: GuestContext, call: Import, use: FileUse): Import {
  if (use === 'always') return (...values) => files.run(() => call(...values));
  // What may wait looks at no files.
  return (...values) =>
    descriptors.find(values[0] as number)?.file.mayWait === true ? call(...values) : files.run(() => call(...values));
}

/** Turns what a call threw into an error number, or throws it on through the guest. */
function answer(context: GuestContext, error: unknown): number {
  const number = errnoOf(error);
  if (number !== null) return number;
  if (error !== guestExit) context.fail(error);
  throw error;
}
