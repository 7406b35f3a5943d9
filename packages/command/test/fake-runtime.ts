import type { RunExit, RunRequest, RuntimePort } from '@aletheia-works/session-core/internal';

/** What a guest of the fake runtime does; its exit code. The default ends with 0. */
export type FakeGuest = (request: RunRequest, signal: AbortSignal) => Promise<number> | number;

/** A runtime whose guests are functions, by the name they are registered under. They change no file. */
export class FakeRuntime implements RuntimePort {
  readonly capabilities = { network: 'none', isImportSupported: () => true } as const;
  readonly guests = new Map<string, FakeGuest>();
  readonly requests: RunRequest[] = [];

  start(request: RunRequest, signal: AbortSignal): { exit: Promise<RunExit>; settle(): void } {
    this.requests.push(request);
    return { exit: this.#run(request, signal), settle: () => {} };
  }

  async dispose(): Promise<void> {}

  async #run(request: RunRequest, signal: AbortSignal): Promise<RunExit> {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const guest = this.guests.get(request.program.name) ?? (() => 0);
    const exitCode = await Promise.race([guest(request, signal), aborted]);
    return { exitCode, changes: new Uint8Array(0), nextIno: request.files.nextIno, exceeded: null };
  }
}

/** A module that can be a guest; `tag` makes its bytes differ. */
export function guestModule(tag: string): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(tag);
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 4, 1, 0x60, 0, 0], // a type: no parameters, no results
    ...[3, 2, 1, 0], // a function of it
    ...[5, 3, 1, 0, 1], // a memory of one page
    ...[7, 19, 2, 6, ...new TextEncoder().encode('memory'), 2, 0, 6, ...new TextEncoder().encode('_start'), 0, 0],
    ...[10, 4, 1, 2, 0, 11], // its empty body
    ...[0, name.length + 1, name.length, ...name], // a custom section
  );
}
