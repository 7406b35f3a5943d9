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
 * Times several contenders round by round, so that noise of the machine meets all of them alike.
 *
 * @param contenders name to function
 * @returns name to milliseconds, one per round; warm-up rounds are dropped
 */
export async function interleaved(contenders, { rounds, warmUp }) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const [name, work] of Object.entries(contenders)) {
      const ms = await timed(work);
      if (round >= warmUp) samples[name].push(ms);
    }
  }
  return samples;
}

/** Hands a case's figures to the runner. Each is `{ name, value, unit, against?, ratio?, atMost?, atLeast?, note? }`. */
export function report(figures) {
  process.stdout.write(`\n@figures ${JSON.stringify(figures)}\n`);
}
