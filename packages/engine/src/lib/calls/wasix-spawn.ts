import { EAGAIN, EINVAL, ENFILE, SUCCESS } from '../abi/errno.ts';
import { errnoOf, refuse } from '../abi/refusal.ts';
import {
  HANDLES_BYTES,
  HANDLES_STREAMS,
  OPTION_BYTES,
  OPTION_VALUE,
  STDIO_INHERIT,
  STDIO_LOG,
  STDIO_NULL,
  STDIO_PIPED,
} from '../abi/wasix-layouts.ts';
import { makePipe } from '../channels/pipe-ring.ts';
import { ChildPlan } from '../process/child-plan.ts';
import { Descriptor } from '../process/descriptor-table.ts';
import { findProgram, searchPathOf } from '../process/find-program.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { openInode } from '../process/open-inode.ts';
import { PipeEnd } from '../process/pipe-end.ts';
import { dropRow, takeRow } from '../process/process-table.ts';
import { shareWithOthers } from '../process/share-with-others.ts';
import { streamInode } from '../process/stream-inode.ts';
import { applyFdOps, readLines, readStrings, toEnvironment } from './read-spawn-arguments.ts';

/** Generations of processes at most: a program that spawns itself without end meets this before the machine does. */
const MAX_DEPTH = 16;
/** What a shell answers for a command that it cannot run. */
const CANNOT_EXEC = 127;
const SIGNAL_DISPOSITION_BYTES = 2;

/** What a process is spawned with, or replaced by. */
interface Command {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Null: the name is a path. */
  readonly searchPath: string | null;
}

/** WASIX's calls that start programs (posix_spawn(3), exec(3)). Arguments and environments are whole, `argv[0]` included. */
export function wasixSpawnCalls(context: GuestContext): CallTable {
  const { memory } = context;
  type Reader = typeof readLines;

  function readCommand(read: Reader, values: readonly number[]): Command {
    const [name = 0, nameLength = 0, args = 0, argsSize = 0, envs = 0, envsSize = 0, search = 0, path = 0, size = 0] =
      values;
    const text = memory.path(name, nameLength);
    const argv = read(memory, args, argsSize);
    const env = envs === 0 ? context.env : toEnvironment(read(memory, envs, envsSize));
    const given = path === 0 ? null : memory.text(path, size);
    return {
      name: text,
      argv: argv.length === 0 ? [text] : argv,
      env,
      searchPath: search === 0 ? null : searchPathOf(given, env),
    };
  }

  /** 14 values: name, args, envs, fd_ops, signal dispositions, search, path, result; all but the last two in pairs. */
  function spawnWith(read: Reader, values: readonly number[]): number {
    const [ops = 0, opCount = 0, signals = 0, signalCount = 0, search = 0, path = 0, pathLength = 0, result = 0] =
      values.slice(6);
    const at = memory.range(result, 4);
    memory.range(signals, (signalCount >>> 0) * SIGNAL_DISPOSITION_BYTES);
    const command = readCommand(read, [...values.slice(0, 6), search, path, pathLength]);
    const pid = spawn(context, command, (plan) => applyFdOps(context, plan, ops, opCount));
    memory.view.setUint32(at, pid, true);
    return SUCCESS;
  }

  /** Never returns but with an error number. */
  function exec(command: Command): number {
    const { programs, cwd, files } = context;
    const { name, argv, env, searchPath } = command;
    const { module } = files.run(() => findProgram(programs, (path) => cwd.resolve(path), name, searchPath));
    return context.exec({ module, argv, env });
  }

  /** The older calls have no result: a program that cannot be replaced ends as a shell would. */
  function execOrEnd(read: () => Command): number {
    try {
      return exec(read());
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      return context.exit(CANNOT_EXEC);
    }
  }

  return {
    proc_spawn: (
      name: number,
      nameLength: number,
      _chroot: number,
      args: number,
      argsSize: number,
      _preopen: number,
      _preopenSize: number,
      stdin: number,
      stdout: number,
      stderr: number,
      cwd: number,
      cwdLength: number,
      result: number,
    ) => {
      const at = memory.range(result, HANDLES_BYTES);
      const command = readCommand(readLines, [name, nameLength, args, argsSize, 0, 0, 1, 0, 0]);
      const directory = cwdLength === 0 ? null : memory.path(cwd, cwdLength);
      return spawnWithStreams(context, command, [stdin, stdout, stderr], directory, at);
    },
    // Typed by hand: these have more parameters than are worth naming twice.
    proc_spawn2: fixed(14, (values) => spawnWith(readLines, values)),
    proc_spawn3: fixed(14, (values) => spawnWith(readStrings, values)),
    proc_exec: (name: number, nameLength: number, args: number, argsSize: number) =>
      execOrEnd(() => readCommand(readLines, [name, nameLength, args, argsSize, 0, 0, 1, 0, 0])),
    proc_exec2: (name: number, nameLength: number, args: number, argsSize: number, envs: number, envsSize: number) =>
      execOrEnd(() => readCommand(readLines, [name, nameLength, args, argsSize, envs, envsSize, 1, 0, 0])),
    proc_exec3: fixed(9, (values) => exec(readCommand(readLines, values))),
    proc_exec4: fixed(9, (values) => exec(readCommand(readStrings, values))),
  };
}

/** A call of that many parameters that takes them as a list. */
function fixed(length: number, call: (values: readonly number[]) => number): (...values: number[]) => number {
  return Object.defineProperty((...values: number[]) => call(values), 'length', { value: length });
}

/** Starts a process and returns its number. Throws ENOENT and other errors of the search, EAGAIN, ENFILE. */
function spawn(
  context: GuestContext,
  { name, argv, env, searchPath }: Command,
  prepare: (plan: ChildPlan) => void,
): number {
  const { files, programs, seat } = context;
  const plan = new ChildPlan(context);
  try {
    const program = files.run(() => {
      prepare(plan);
      return findProgram(programs, (path) => plan.resolve(path), name, searchPath);
    });
    if (seat.spawn === null || seat.depth + 1 >= MAX_DEPTH) refuse(EAGAIN);
    shareWithOthers(context);
    const row = takeRow(seat.space, seat.pid, seat.depth + 1, context.maxProcesses);
    if (row < 0) refuse(EAGAIN);
    try {
      const cwd = files.run(() => plan.path());
      const inheritance = plan.handOver({ space: seat.space, from: seat.row, to: row });
      const pid = seat.pidOf(row);
      seat.spawn({ row, pid, moduleId: program.moduleId, argv, env, cwd, ...inheritance });
      return pid;
    } catch (error) {
      dropRow(seat.space, row);
      throw error;
    }
  } finally {
    files.run(() => plan.end());
  }
}

/** `proc_spawn`: a stream is piped to this process, inherited, or nothing. */
function spawnWithStreams(
  context: GuestContext,
  command: Command,
  modes: readonly number[],
  directory: string | null,
  result: number,
): number {
  const { memory, descriptors } = context;
  const piped = modes.filter((mode) => mode === STDIO_PIPED).length;
  if (modes.some((mode) => mode >>> 0 > STDIO_LOG)) refuse(EINVAL);
  if (piped > 0) descriptors.requireSpace(piped);
  const kept: (PipeEnd | null)[] = [];
  try {
    const pid = spawn(context, command, (plan) => {
      if (directory !== null && directory !== '.') plan.enter(directory);
      for (const [fd, mode] of modes.entries()) kept.push(connect(context, plan, fd, mode));
    });
    memory.view.setUint32(result, pid, true);
  } catch (error) {
    for (const end of kept) end?.close();
    throw error;
  }
  for (const [index, end] of kept.entries()) {
    const at = result + HANDLES_STREAMS + index * OPTION_BYTES;
    memory.view.setUint32(at, end === null ? 0 : 1, true);
    const fd = end === null ? 0 : descriptors.add(new Descriptor(end, end.possibleRights, 0));
    memory.view.setUint32(at + OPTION_VALUE, fd, true);
  }
  return SUCCESS;
}

/** Connects one standard stream of a new process. Returns this process's end of a pipe. */
function connect(context: GuestContext, plan: ChildPlan, fd: number, mode: number): PipeEnd | null {
  const { seat, stdio, vfs } = context;
  if (mode === STDIO_INHERIT || mode === STDIO_LOG) return null;
  if (mode === STDIO_NULL) {
    const inode = plan.resolve('/dev/null');
    if (inode === null) refuse(ENFILE);
    const file = openInode(context, inode, 0);
    plan.open(fd, file, file.possibleRights, 0, false);
    return null;
  }
  const ring = makePipe(seat.space, seat.row);
  if (ring === null) refuse(ENFILE);
  vfs.clock.read();
  const inode = streamInode(ring.index, vfs.clock);
  const read = new PipeEnd(inode, 0, ring, 'read', seat.row, stdio);
  const write = new PipeEnd(inode, 0, ring, 'write', seat.row, stdio);
  const [theirs, ours] = fd === 0 ? [read, write] : [write, read];
  plan.open(fd, theirs, theirs.possibleRights, 0, false);
  return ours;
}
