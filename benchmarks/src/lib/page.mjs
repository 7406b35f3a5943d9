const number = (value) => Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });

/** The page a reader sees: every figure of one run, with what it was wanted to be. */
export function page(machine, results) {
  const rows = results.map((result) => {
    const { name, value, unit, against, ratio, atMost, ratioAtMost, ratioAtLeast, held } = result;
    const wanted =
      atMost !== undefined
        ? `at most ${number(atMost)} ${unit}`
        : ratioAtMost !== undefined
          ? `at most ${number(ratioAtMost)}`
          : ratioAtLeast !== undefined
            ? `at least ${number(ratioAtLeast)}`
            : '';
    const compared = ratio === undefined ? '' : `${number(ratio)} of ${against}`;
    return `| ${name} | ${number(value)} ${unit} | ${compared} | ${wanted} | ${held === undefined ? '' : held ? 'yes' : '**no**'} |`;
  });
  return `# Benchmarks

\`pnpm bench\` runs every case in a process of its own and writes this page and \`results.json\`. Contenders take turns
within a case, so that the ratios hold on a noisy machine; the absolute times are this machine's. Speeds are compared by
throughput: 2 means twice as fast.

Measured on ${machine.date} with Node ${machine.node}, ${machine.cores} cores, ${machine.memoryGiB} GiB.

| what | measured | compared | wanted | held |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
