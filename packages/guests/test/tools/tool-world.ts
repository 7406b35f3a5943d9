import { buildTools, readTool } from '@aletheia-works/guests/tools';

/** What these tests use of a Session, which this package cannot import the type of. */
interface Session {
  registerGuest(guest: { name: string; bytes: Uint8Array }): Promise<unknown>;
  run(options: { guest: Uint8Array }): Promise<{ exitCode: number; stdout: Uint8Array }>;
  listEntries(path: string): Promise<readonly { readonly path: string }[]>;
  makeDirectory(path: string): Promise<void>;
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, data: string): Promise<void>;
  dispose(): Promise<void>;
}

interface CommandSession {
  execute(
    line: string,
    options: { stdin?: ReadableStream<Uint8Array> },
  ): Promise<{ exitCode: number; stdout: Uint8Array; stderr: Uint8Array }>;
}

/**
 * Loads a package that is built on this one's test guests. It is found by its folder: to depend on it by name would
 * close a circle between the two packages.
 */
async function loadSibling<T>(folder: string): Promise<T> {
  const entry = new URL(`../../../${folder}/dist/index.js`, import.meta.url);
  return (await import(entry.href)) as T;
}

/** A Session of the Node runtime. */
export async function openSession(): Promise<Session> {
  const { createSession } = await loadSibling<{ createSession(): Promise<Session> }>('runtime-node');
  return createSession();
}

async function openShell(session: Session): Promise<CommandSession> {
  const { createCommandSession } = await loadSibling<{
    createCommandSession(session: Session, options: { catalog: object }): CommandSession;
  }>('command');
  return createCommandSession(session, { catalog: { schemaVersion: 1, tools: {} } });
}

/** What a tool did, with its output as text. */
export interface ToolOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A session with one tool in it. */
export interface ToolWorld {
  readonly session: Session;
  /** Runs one line; `input` is what the tool reads from stdin. */
  run(line: string, input?: string): Promise<ToolOutcome>;
  read(path: string): Promise<string>;
  close(): Promise<void>;
}

/** Builds the tool if need be, and opens a session that has it. */
export async function openToolWorld(tool: string): Promise<ToolWorld> {
  await buildTools([tool]);
  const session = await openSession();
  await session.registerGuest({ name: tool, bytes: await readTool(tool) });
  const shell = await openShell(session);
  const decoder = new TextDecoder();
  return {
    session,
    run: async (line, input) => {
      const stdin = input === undefined ? {} : { stdin: new Blob([input]).stream() };
      const { exitCode, stdout, stderr } = await shell.execute(line, stdin);
      return { exitCode, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
    },
    read: async (path) => decoder.decode(await session.readFile(path)),
    close: () => session.dispose(),
  };
}

/** The outcome of a run that printed `stdout` and nothing else, and succeeded. */
export function printed(stdout: string): ToolOutcome {
  return { exitCode: 0, stdout, stderr: '' };
}
