import { ALL_RIGHTS } from '../abi/rights.ts';
import type { GuestRun } from '../guest-run.ts';
import { terminalEnvironment } from '../terminal/terminal-environment.ts';
import { buildWorld, type World } from '../world/build-world.ts';
import { Descriptor, DescriptorTable } from './descriptor-table.ts';
import { Directory } from './directory.ts';
import type { GuestContext } from './guest-context.ts';
import { guestExit } from './guest-exit.ts';
import { GuestMemory } from './guest-memory.ts';
import { importPlan } from './import-plan.ts';
import { openInode } from './open-inode.ts';
import { Seat } from './seat.ts';
import { Stdio } from './stdio.ts';
import { WorkingDirectory } from './working-directory.ts';

const encoder = new TextEncoder();

/** A process that has its world and descriptors, but runs nothing yet. */
export interface Process {
  readonly context: GuestContext;
  /** The code of the first exit; null while it runs. */
  exitCode: number | null;
  /** What went wrong on our side of a call, such as an exhausted stack; null while nothing did. */
  fault: Error | null;
}

/**
 * Builds the world of a run and opens the first descriptors in it.
 *
 * @throws NoWorkingDirectory
 */
export function startProcess(run: GuestRun): Process {
  const world = buildWorld(run.vfs, { ...run, terminal: run.terminal !== null });
  const process: Process = {
    exitCode: null,
    fault: null,
    context: {
      memory: new GuestMemory(),
      descriptors: new DescriptorTable(run.limits.descriptors),
      vfs: run.vfs,
      stdio: new Stdio({
        input: run.input,
        output: run.output,
        doorbell: run.doorbell,
        maxOutputBytes: run.limits.outputBytes,
        beforeWait: () => run.vfs.settleTimes(),
      }),
      cwd: new WorkingDirectory(run.vfs, world.cwd),
      seat: new Seat(run.seat),
      hasWasixLibc: importPlan(run.module).hasWasixLibc,
      argv: run.argv,
      env: run.terminal === null ? run.env : { ...terminalEnvironment(run.terminal), ...run.env },
      hasTerminal: run.terminal !== null,
      exit(exitCode) {
        process.exitCode ??= exitCode;
        throw guestExit;
      },
      fail(error) {
        process.fault ??= error instanceof Error ? error : new Error('A call threw something that is no error');
      },
    },
  };
  openFirstDescriptors(process.context, world);
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

/** Names of preopened directories in UTF-8: the same few in every run. */
const preopenNames = new Map<string, Uint8Array>();

function preopenName(name: string): Uint8Array {
  let bytes = preopenNames.get(name);
  if (bytes === undefined) {
    bytes = encoder.encode(name);
    preopenNames.set(name, bytes);
  }
  return bytes;
}
