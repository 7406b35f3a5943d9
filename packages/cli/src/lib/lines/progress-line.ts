import type { Progress } from '@aletheia-works/formicarium';

const phases: Readonly<Record<Progress['phase'], string>> = {
  resolve: 'looking up',
  fetch: 'fetching',
  verify: 'checking the digest',
  unpack: 'unpacking',
  'verify-guest': 'checking the module',
  register: 'registering',
};

/** How far an installation is, in words. Unknown is not zero. */
export function describeProgress({ phase, receivedBytes, totalBytes }: Progress): string {
  if (phase !== 'fetch') return phases[phase];
  const received = megabytes(receivedBytes);
  return `${phases.fetch} ${received} MB${totalBytes === null ? '' : ` of ${megabytes(totalBytes)} MB`}`;
}

/** One line on standard error that is written over, where that is a terminal; else nothing. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #shown = false;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  update(progress: Progress): void {
    if (!this.#stream.isTTY) return;
    this.#stream.write(`\r\u001b[K${describeProgress(progress)}`);
    this.#shown = true;
  }

  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K');
    this.#shown = false;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
