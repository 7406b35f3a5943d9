import { spawn } from 'node:child_process';
import { ROOT } from './workspace.mjs';

/** A command that ended with another code than 0; `output` is all it printed. */
export class CommandError extends Error {
  constructor(command, code, output) {
    super(`${command} ended with ${code}`);
    this.name = 'CommandError';
    this.output = output;
  }
}

/**
 * Runs a command in the workspace and collects what it prints.
 *
 * @param options.env variables over the ones of this process
 * @param options.onLine is called with each line as it comes
 * @returns the whole output, stdout and stderr interleaved
 */
export function run(command, args, { cwd = ROOT, env = {}, onLine = () => {} } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
      for (const line of chunk.split('\n')) if (line.trim() !== '') onLine(line.trim());
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => fail(new CommandError(command, error.message, output)));
    child.on('close', (code, signal) => {
      if (code === 0) done(output);
      else fail(new CommandError([command, ...args].join(' '), code ?? signal, output));
    });
  });
}
