import { checkFlag, checkMode, checkObject } from './check-object.ts';
import { copyEntry } from './file-ops/copy-entry.ts';
import { directoryPath, listEntries, statEntry } from './file-ops/list-entries.ts';
import { makeDirectory } from './file-ops/make-directory.ts';
import { moveEntry } from './file-ops/move-entry.ts';
import { readFile } from './file-ops/read-file.ts';
import { removeEntry } from './file-ops/remove-entry.ts';
import { writeFile } from './file-ops/write-file.ts';
import { parseGuestPath } from './guest-path.ts';
import { parseGuestName, parseGuestOptions } from './guests/parse-guest-options.ts';
import { invalidInput, quoted, unreadable } from './invalid-input.ts';
import { viewOf } from './parse-entries.ts';
import { parseRunOptions } from './parse-run-options.ts';
import { parseSessionOptions } from './parse-session-options.ts';
import { parseSnapshot } from './parse-snapshot.ts';
import type { RuntimePort } from './runtime-port.ts';
import type { Session, SessionOptions } from './session.ts';
import { SessionCore, settled } from './session-core.ts';
import { enterSession } from './session-registry.ts';
import { replaceFiles, takeSnapshot } from './snapshot.ts';

type FileMethods = Pick<
  Session,
  'listEntries' | 'stat' | 'readFile' | 'writeFile' | 'makeDirectory' | 'remove' | 'copy' | 'move' | 'setCwd'
>;
type WholeMethods = Pick<Session, 'snapshot' | 'restore' | 'reset' | 'run' | 'dispose'>;
type GuestMethods = Pick<Session, 'registerGuest' | 'unregisterGuest' | 'listGuests'>;

/**
 * Makes a Session whose guests `runtime` runs; the runtimes wrap it as their public `createSession`. The runtime is the
 * Session's from then on; when this function throws it is still the caller's.
 *
 * The object has nothing but methods and three getters: what is behind it is reached through a module-private map.
 *
 * @throws ExecutionError `INVALID_INPUT` for the options, `QUOTA` when the entries pass the limits
 */
export function createCoreSession(options: SessionOptions | undefined, runtime: RuntimePort): Session {
  const core = new SessionCore(readOptions(options), runtime);
  const session: Session = Object.freeze({
    ...fileMethods(core),
    ...wholeMethods(core),
    ...guestMethods(core),
    get cwd(): string {
      return core.cwd;
    },
    get home(): string {
      return core.home;
    },
    get state() {
      return core.reservations.state;
    },
  });
  enterSession(session, core.internals);
  return session;
}

function readOptions(options: SessionOptions | undefined): ReturnType<typeof parseSessionOptions> {
  try {
    return parseSessionOptions(options);
  } catch (error) {
    throw unreadable(error, 'Cannot use the options of createSession');
  }
}

/** Every method checks its arguments before it asks for the reservation, and is done when it returns. */
function fileMethods(core: SessionCore): FileMethods {
  return {
    listEntries: (path = '.') =>
      settled(() => {
        const parsed = parseGuestPath(path);
        return core.fileOperation('list', [path], (world) => listEntries(world, parsed));
      }),
    stat: (path) =>
      settled(() => {
        const parsed = parseGuestPath(path);
        return core.fileOperation('stat', [path], (world) => statEntry(world, parsed));
      }),
    readFile: (path) =>
      settled(() => {
        const parsed = parseGuestPath(path);
        return core.fileOperation('read', [path], (world) => readFile(world, parsed));
      }),
    writeFile: (path, data, options) =>
      settled(() => {
        const parsed = parseGuestPath(path);
        const bytes = parseContent(data);
        const mode = checkMode(checkObject(options ?? {}, ['mode'], 'the options of writeFile').mode, 0o644, 'mode');
        return core.fileOperation('write', [path], (world) => writeFile(world, parsed, bytes, mode));
      }),
    makeDirectory: (path, options) =>
      settled(() => {
        const parsed = parseGuestPath(path);
        const given = checkObject(options ?? {}, ['recursive', 'mode'], 'the options of makeDirectory');
        const recursive = checkFlag(given.recursive, 'recursive');
        const mode = checkMode(given.mode, 0o755, 'mode');
        return core.fileOperation('make the directory', [path], (world) =>
          makeDirectory(world, parsed, recursive, mode),
        );
      }),
    remove: (path, options) =>
      settled(() => {
        const parsed = parseGuestPath(path);
        const given = checkObject(options ?? {}, ['recursive', 'force'], 'the options of remove');
        const recursive = checkFlag(given.recursive, 'recursive');
        const force = checkFlag(given.force, 'force');
        return core.fileOperation('remove', [path], (world) => removeEntry(world, parsed, recursive, force));
      }),
    copy: (source, target, options) =>
      settled(() => {
        const from = parseGuestPath(source, 'source');
        const to = parseGuestPath(target, 'target');
        const given = checkObject(options ?? {}, ['recursive'], 'the options of copy');
        const recursive = checkFlag(given.recursive, 'recursive');
        return core.fileOperation('copy', [source, target], (world) => copyEntry(world, from, to, recursive));
      }),
    move: (source, target) =>
      settled(() => {
        const from = parseGuestPath(source, 'source');
        const to = parseGuestPath(target, 'target');
        return core.fileOperation('move', [source, target], (world) => moveEntry(world, from, to));
      }),
    setCwd: (path) =>
      settled(() => {
        const parsed = parseGuestPath(path);
        return core.fileOperation('change the cwd to', [path], (world) => {
          world.cwd = directoryPath(world, parsed);
        });
      }),
  };
}

function wholeMethods(core: SessionCore): WholeMethods {
  return {
    snapshot: () => settled(() => core.fileOperation('take a snapshot of', ['/'], takeSnapshot)),
    restore: (snapshot) =>
      settled(() => {
        const { cwd, tree } = parseSnapshot(snapshot, core.rootPaths);
        return core.fileOperation('restore', ['/'], (world) => replaceFiles(world, tree, cwd));
      }),
    reset: () =>
      settled(() => core.fileOperation('reset', ['/'], (world) => replaceFiles(world, core.pristine, core.firstCwd))),
    run: (options) => settled(() => core.run(parseRunOptions(options))),
    dispose: () => core.dispose(),
  };
}

function guestMethods(core: SessionCore): GuestMethods {
  return {
    registerGuest: (options) => settled(() => core.register(parseGuestOptions(options, false))),
    unregisterGuest: (name) =>
      settled(() => {
        const parsed = parseGuestName(name);
        return core.fileOperation('unregister', [name], () => core.guests.unregister(parsed));
      }),
    listGuests: () => settled(() => core.fileOperation('list', ['guests'], () => core.guests.list())),
  };
}

/** What writeFile takes: bytes, or text that becomes UTF-8. */
function parseContent(value: unknown): Uint8Array {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      throw invalidInput('Cannot write the text: it contains a lone surrogate; bytes are accepted as a Uint8Array');
    return new TextEncoder().encode(value);
  }
  const view = viewOf(value);
  if (view === null) throw invalidInput(`Cannot write ${quoted(value)}: a Uint8Array or a string is accepted`);
  return view;
}
