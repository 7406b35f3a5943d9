import { buildTools, readTool } from '@aletheia-works/guests/tools';
// By path, since these packages' own tests depend on this one: a dependency back would close a circle.
import { type CommandSession, createCommandSession } from '../../../command/dist/index.js';
import { createSession } from '../../../runtime-node/dist/index.js';

type Session = Awaited<ReturnType<typeof createSession>>;

/** What a tool did, with its output as text. */
export interface ToolOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A session with one tool in it. */
export interface ToolWorld {
  readonly session: Session;
  readonly shell: CommandSession;
  /** Runs one line; `input` is what the tool reads from stdin. */
  run(line: string, input?: string): Promise<ToolOutcome>;
  read(path: string): Promise<string>;
  close(): Promise<void>;
}

/** Builds the tool if need be, and opens a session that has it. */
export async function openToolWorld(tool: string): Promise<ToolWorld> {
  await buildTools([tool]);
  const session = await createSession();
  await session.registerGuest({ name: tool, bytes: await readTool(tool) });
  const shell = createCommandSession(session, { catalog: { schemaVersion: 1, tools: {} } });
  const decoder = new TextDecoder();
  return {
    session,
    shell,
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
