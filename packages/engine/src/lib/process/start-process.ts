import { ALL_RIGHTS } from '../abi/rights.ts';
import type { GuestRun } from '../guest-run.ts';
import { terminalEnvironment } from '../terminal/terminal-environment.ts';
import { TerminalOutput } from '../terminal/terminal-output.ts';
import { buildWorld, type World } from '../world/build-world.ts';
import { acceptInheritance } from './accept-inheritance.ts';
import { Descriptor, DescriptorTable } from './descriptor-table.ts';
import { Directory } from './directory.ts';
import { FileSharing } from './file-sharing.ts';
import type { GuestContext, NextProgram } from './guest-context.ts';
import { guestExit } from './guest-exit.ts';
import { GuestMemory } from './guest-memory.ts';
import { importPlan } from './import-plan.ts';
import { moveDot, topOf } from './move-dot.ts';
import { openInode } from './open-inode.ts';
import { preopenName } from './preopen-name.ts';
import { watchSignals } from './process-signals.ts';
import { Seat } from './seat.ts';
import { shareWithOthers } from './share-with-others.ts';
import { SignalHandler } from './signal-handler.ts';
import { Stdio } from './stdio.ts';
import { WorkingDirectory } from './working-directory.ts';

/** A process that has its world and descriptors, but runs nothing yet. */
export interface Process {
  readonly context: GuestContext;
  /** The code of the first exit; null while it runs. */
  exitCode: number | null;
  /** The signal that ended it; null when none did. */
  signal: number | null;
  /** What it goes on with instead of ending. */
  next: NextProgram | null;
  /** What went wrong on our side of a call, such as an exhausted stack; null while nothing did. */
  fault: Error | null;
}

/** What outlives a program that a process replaces. */
type Kept = Pick<
  GuestContext,
  'descriptors' | 'files' | 'stdio' | 'cwd' | 'seat' | 'maxProcesses' | 'terminal' | 'vfs' | 'programs'
>;

/**
 * Builds the world of a run and opens the first descriptors in it.
 *
 * @throws NoWorkingDirectory
 */
export function startProcess(run: GuestRun): Process {
  const { vfs, inherited } = run;
  // A child's directory need not be there before it shares its parent's files, and is never made.
  const cwd = inherited === undefined ? run.cwd : '/';
  const world = buildWorld(vfs, { ...run, cwd, terminal: run.terminal !== null });
  const files = new FileSharing(vfs);
  const process = createProcess(
    {
      descriptors: new DescriptorTable(run.limits.descriptors),
      vfs,
      files,
      stdio: new Stdio({
        input: run.input,
        output: run.terminal === null ? run.output : new TerminalOutput(run.output, run.terminal),
        doorbell: run.doorbell,
        maxOutputBytes: run.limits.outputBytes,
        beforeWait: () => files.run(() => vfs.settleTimes()),
      }),
      cwd: new WorkingDirectory(vfs, world.cwd),
      seat: new Seat(run.seat),
      terminal: run.terminal,
      programs: run.programs,
      maxProcesses: run.limits.processes,
    },
    {
      module: run.module,
      argv: run.argv,
      env: run.terminal === null ? run.env : { ...terminalEnvironment(run.terminal), ...run.env },
    },
  );
  const { context } = process;
  if (run.terminal !== null) watchSignals(context);
  if (inherited === undefined) {
    openFirstDescriptors(context, world);
  } else {
    context.files.join(inherited.ticket);
    shareWithOthers(context);
    context.files.run(() => acceptInheritance(context, run.cwd, inherited));
  }
  return process;
}

/** The same process with another program (exec(3)): what is not closed on exec stays open. */
export function replaceProgram({ context }: Process, next: NextProgram): Process {
  context.files.run(() => {
    for (const [fd, { closeOnExec }] of [...context.descriptors.entries()]) {
      if (closeOnExec) context.descriptors.close(fd);
    }
  });
  const process = createProcess(context, next);
  // A function for signals does not outlive its program (execve(2)).
  context.seat.noteHandler(false);
  if (context.terminal !== null) watchSignals(process.context);
  if (context.seat.isTaken) shareWithOthers(process.context);
  process.context.files.run(() => moveDot(process.context, topOf(process.context)));
  return process;
}

function createProcess(kept: Kept, { module, argv, env }: NextProgram): Process {
  const process: Process = {
    exitCode: null,
    signal: null,
    next: null,
    fault: null,
    context: {
      memory: new GuestMemory(),
      descriptors: kept.descriptors,
      vfs: kept.vfs,
      files: kept.files,
      stdio: kept.stdio,
      cwd: kept.cwd,
      seat: kept.seat,
      terminal: kept.terminal,
      signals: new SignalHandler(),
      programs: kept.programs,
      maxProcesses: kept.maxProcesses,
      hasWasixLibc: importPlan(module).hasWasixLibc,
      argv,
      env,
      exit(exitCode) {
        if (process.next === null) process.exitCode ??= exitCode;
        throw guestExit;
      },
      kill(signal) {
        if (process.exitCode === null && process.next === null) process.signal = signal;
        return process.context.exit(128 + signal);
      },
      exec(next) {
        if (process.exitCode === null) process.next ??= next;
        throw guestExit;
      },
      fail(error) {
        process.fault ??= error instanceof Error ? error : new Error('A call threw something that is no error');
      },
    },
  };
  return process;
}

/** 0, 1 and 2, then the preopened directories. */
function openFirstDescriptors(context: GuestContext, world: World): void {
  const { descriptors, vfs } = context;
  for (const inode of [world.stdin, world.stdout, world.stderr]) {
    const file = openInode(context, inode, 0);
    descriptors.add(new Descriptor(file, file.possibleRights, 0));
  }
  for (const { name, directory, confine } of world.preopens) {
    const file = new Directory(vfs, directory, 0, confine);
    descriptors.add(new Descriptor(file, file.possibleRights, ALL_RIGHTS, preopenName(name)));
  }
}
