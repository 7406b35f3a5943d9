const HEARTBEAT_MS = 15_000;

/**
 * Runs steps one after the other, shows each with its time, and adds up what passed and failed.
 */
export class Report {
  passed = 0;
  failed = 0;
  #started = Date.now();

  /**
   * @param work gets a function that takes progress lines; returns `{ passed, failed, output? }`, or anything else for
   *   one passed check. A throw is one failed check.
   * @returns whether nothing failed
   */
  async step(name, work) {
    const started = Date.now();
    const beat = heartbeat(name, started);
    let result;
    try {
      const outcome = await work(beat.line);
      result = outcome?.passed === undefined ? { passed: 1, failed: 0 } : outcome;
    } catch (error) {
      result = { passed: 0, failed: 1, output: `${error.output ?? ''}\n${error.output ? error.message : error.stack}` };
    }
    beat.stop();
    this.passed += result.passed;
    this.failed += result.failed;
    const counts = result.passed + result.failed > 1 ? ` · ${result.passed} passed, ${result.failed} failed` : '';
    if (result.failed > 0 && result.output) console.log(result.output.trim());
    console.log(`${result.failed === 0 ? '✓' : '✗'} ${name} · ${seconds(started)}${counts}`);
    return result.failed === 0;
  }

  /** Prints the sum as the last line and sets the exit code. */
  finish() {
    console.log(`Finished after ${seconds(this.#started)}.`);
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Says that a step is still running: in place on a terminal, else as a line now and then. */
function heartbeat(name, started) {
  const live = process.stdout.isTTY === true;
  let last = '';
  const show = () => {
    const text = `… ${name} · ${seconds(started)}${last === '' ? '' : ` · ${last}`}`;
    if (live) process.stdout.write(`\r\x1b[2K${text.slice(0, (process.stdout.columns ?? 80) - 1)}`);
    else console.log(text.slice(0, 160));
  };
  if (live) show();
  else console.log(`▸ ${name}`);
  const timer = setInterval(show, live ? 500 : HEARTBEAT_MS);
  return {
    line: (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are what is taken out.
      last = text.replace(/\x1b\[[0-9;]*m/g, '');
    },
    stop: () => {
      clearInterval(timer);
      if (live) process.stdout.write('\r\x1b[2K');
    },
  };
}
