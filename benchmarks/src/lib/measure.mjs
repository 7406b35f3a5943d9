/** The value below which a share of the samples lies. */
export function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (samples) => percentile(samples, 0.5);

/** Milliseconds that `work` took. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Times several contenders in turns of a few rounds each, so that noise of the machine meets all of them alike while none
 * has to work on what the other's last round left behind (garbage, threads that wind down).
 *
 * @param contenders name to function
 * @param options `rounds` are counted; `warmUp` rounds come first; `turn` rounds in a row, of which the first is dropped
 * @returns name to milliseconds, one per counted round
 */
export async function interleaved(contenders, { rounds, warmUp, turn = 25 }) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (const work of Object.values(contenders)) for (let round = 0; round < warmUp; round++) await work();
  for (let done = 0; done < rounds; done += turn) {
    for (const [name, work] of Object.entries(contenders)) {
      await work();
      for (let round = 0; round < turn; round++) samples[name].push(await timed(work));
    }
  }
  return samples;
}

/** Hands a case's figures to the runner. Each is `{ name, value, unit, against?, ratio?, atMost?, atLeast?, note? }`. */
export function report(figures) {
  process.stdout.write(`\n@figures ${JSON.stringify(figures)}\n`);
}
