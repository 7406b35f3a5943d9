import { ExecutionError } from '@aletheia-works/errors';
import { joinPath, segmentsOf } from './guest-path.ts';
import type { GuestRegistry } from './guests/guest-registry.ts';
import { failure, invalidInput, quoted } from './invalid-input.ts';
import { OutputCollector, type OutputStream } from './output-collector.ts';
import type { ParsedRun } from './parse-run-options.ts';
import type { Reservation } from './reservation.ts';
import { RunStop } from './run-stop.ts';
import type { GuestProgram, RunExit, RunHandle, RunLimits, RunRequest, RuntimePort } from './runtime-port.ts';
import type { RunResult } from './session.ts';
import type { SessionWorld } from './session-world.ts';
import { isDirectory } from './vfs/inode.ts';

/** Milliseconds that a runtime has to end a run that was aborted, before it is given up. */
export const ABORT_GRACE_MS = 5_000;

/** What the runs of one Session work on. */
export interface RunContext {
  readonly world: SessionWorld;
  readonly guests: GuestRegistry;
  readonly runtime: RuntimePort;
  readonly limits: RunLimits;
  /** The Session's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Set once a runtime did not end a run: its workers may still hold the files. */
  isBroken: boolean;
}

/**
 * Runs a guest and commits what it changed, whole, when it ends by itself. Everything else leaves the Session as it was
 * and rejects with what was written so far.
 */
export async function executeRun(
  context: RunContext,
  options: ParsedRun,
  reservation: Reservation,
): Promise<RunResult> {
  const runId = crypto.randomUUID();
  const collector = new OutputCollector({ runId, maxBytes: context.limits.outputBytes, onOutput: options.onOutput });
  const stop = new RunStop();
  const onReservationEnd = (): void => stop.stop(reservation.signal.reason as ExecutionError);
  reservation.signal.addEventListener('abort', onReservationEnd);
  const timer =
    options.timeoutMs === null
      ? undefined
      : setTimeout(() => stop.stop(timedOut(options.timeoutMs)), options.timeoutMs);
  try {
    const program = await findProgram(context, options, stop);
    checkNetwork(context, options);
    checkWorkingDirectory(context.world);
    const request = makeRequest(context, options, program, runId, (stream, data) =>
      takeOutput(collector, stop, stream, data),
    );
    const exit = await runAndCommit(context, request, stop);
    return { runId, exitCode: exit.exitCode, stdout: collector.bytes('stdout'), stderr: collector.bytes('stderr') };
  } catch (error) {
    throw withOutput(error, runId, collector);
  } finally {
    collector.close();
    clearTimeout(timer);
    reservation.signal.removeEventListener('abort', onReservationEnd);
  }
}

async function findProgram(context: RunContext, options: ParsedRun, stop: RunStop): Promise<GuestProgram> {
  if (typeof options.program !== 'string') return stop.race(context.guests.oneOff(options.program));
  const program = context.guests.find(options.program);
  if (program !== undefined) return program;
  throw new ExecutionError('NOT_FOUND', `Cannot run ${quoted(options.program)}: no guest of that name is registered`);
}

function checkNetwork(context: RunContext, options: ParsedRun): void {
  if (options.network === null) return;
  const how = context.runtime.capabilities.network;
  throw new ExecutionError(
    'UNSUPPORTED_ENV',
    `Cannot give the guest a network: this version has none yet (runtime: ${how})`,
  );
}

/** The run makes what is missing of the working directory; here is checked that nothing is in the way. */
function checkWorkingDirectory(world: SessionWorld): void {
  let at = world.vfs.root;
  let path = '/';
  for (const name of segmentsOf(world.cwd)) {
    const next = world.vfs.lookup(at, name);
    if (next === undefined) return;
    path = joinPath(path, name);
    if (!isDirectory(next)) {
      throw invalidInput(
        `Cannot run in ${quoted(world.cwd)}: ${quoted(path)} is no directory; change the cwd or remove it`,
      );
    }
    at = next;
  }
}

function makeRequest(
  context: RunContext,
  options: ParsedRun,
  program: GuestProgram,
  runId: string,
  onOutput: RunRequest['onOutput'],
): RunRequest {
  const { world, guests, limits } = context;
  const { terminal, stdin } = options;
  const defaults = { HOME: world.home, PWD: world.cwd, PATH: '/usr/bin', TMPDIR: '/tmp' };
  const size =
    terminal === null ? {} : { TERM: 'xterm-256color', COLUMNS: `${terminal.columns}`, LINES: `${terminal.rows}` };
  return {
    runId,
    files: world.files.view(),
    program,
    programs: guests.programs,
    argv: [program.name, ...options.args],
    env: { ...defaults, ...size, ...context.env, ...options.env },
    cwd: world.cwd,
    roots: world.rootPaths,
    stdin,
    terminal,
    limits,
    onOutput,
  };
}

function takeOutput(collector: OutputCollector, stop: RunStop, stream: OutputStream, data: Uint8Array): void {
  if (stop.reason !== null) return;
  try {
    if (!collector.add(stream, data))
      stop.stop(new ExecutionError('QUOTA', 'Cannot capture the output: it passed the limit outputBytes'));
  } catch (cause) {
    stop.stop(failure('EXECUTION', 'Cannot go on with the run: onOutput threw', cause));
  }
}

async function runAndCommit(context: RunContext, request: RunRequest, stop: RunStop): Promise<RunExit> {
  if (stop.reason !== null) throw stop.reason;
  if (context.isBroken) {
    throw new ExecutionError('CORE_INIT', 'Cannot run: an earlier run could not be ended; a new session is needed');
  }
  const handle = startRun(context.runtime, request, stop.signal);
  let generation: number | null = null;
  try {
    const exit = checkExit(await exitOf(context, handle, stop), context.limits);
    // Looked at once more, because a callback may have thrown on the last piece of output.
    if (stop.reason !== null) throw stop.reason;
    commit(context.world, exit);
    generation = context.world.files.generation;
    return exit;
  } finally {
    const settled = generation;
    const settle = (): void => handle.settle(settled);
    if (generation !== null) settle();
    else void handle.exit.then(settle, settle);
  }
}

function startRun(runtime: RuntimePort, request: RunRequest, signal: AbortSignal): RunHandle {
  try {
    return runtime.start(request, signal);
  } catch (cause) {
    if (cause instanceof ExecutionError) throw cause;
    throw failure('CORE_INIT', 'Cannot start the run: the runtime failed', cause);
  }
}

/** Waits for the guest's end. After an abort the runtime has a while to end it; the reason is thrown in any case. */
async function exitOf(context: RunContext, handle: RunHandle, stop: RunStop): Promise<RunExit> {
  try {
    return await stop.race(handle.exit);
  } catch (error) {
    if (stop.reason === null) throw error;
    // On dispose the whole runtime goes, and whoever disposes waits for that.
    if (stop.reason.code === 'DISPOSED') throw stop.reason;
    if (!(await settlesWithin(handle.exit, ABORT_GRACE_MS))) {
      context.isBroken = true;
      context.runtime.dispose().catch(() => {});
    }
    throw stop.reason;
  }
}

function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const done = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(done, done);
  });
}

function checkExit(exit: RunExit, limits: RunLimits): RunExit {
  const { exitCode, changes, exceeded } = exit;
  const isSound = Number.isInteger(exitCode) && exitCode >= 0 && exitCode <= 255 && changes instanceof Uint8Array;
  if (!isSound) throw new ExecutionError('EXECUTION', 'Cannot finish the run: the runtime gave no proper exit');
  if (exceeded === null) return exit;
  throw new ExecutionError('QUOTA', `Cannot finish the run: it passed the limit ${exceeded} of ${limits[exceeded]}`);
}

function commit(world: SessionWorld, exit: RunExit): void {
  try {
    const { changes } = exit;
    const own = changes.buffer instanceof ArrayBuffer ? (changes as Uint8Array<ArrayBuffer>) : new Uint8Array(changes);
    world.files.commit(own, exit.nextIno);
  } catch (cause) {
    if (cause instanceof ExecutionError && cause.code === 'SNAPSHOT') throw cause;
    throw failure('SNAPSHOT', 'Cannot commit the run: its changes could not be applied', cause);
  }
}

function timedOut(timeoutMs: number | null): ExecutionError {
  return new ExecutionError('TIMEOUT', `Cannot finish the run: it took longer than ${timeoutMs} ms`);
}

/** The failure with the run it belongs to and what the guest wrote before. */
function withOutput(error: unknown, runId: string, collector: OutputCollector): ExecutionError {
  const details = { runId, stdout: collector.bytes('stdout'), stderr: collector.bytes('stderr') };
  if (!(error instanceof ExecutionError)) {
    return new ExecutionError('EXECUTION', 'Cannot finish the run: the runtime failed', { ...details, cause: error });
  }
  return new ExecutionError(error.code, error.message, { ...details, cause: error.cause });
}
