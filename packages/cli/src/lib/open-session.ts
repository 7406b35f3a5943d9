import {
  type CommandSession,
  createCommandSession,
  ExecutionError,
  type GuestCatalog,
  type Session,
} from '@aletheia-works/formicarium';
import { createFileCache, createSession } from '@aletheia-works/formicarium/node';
import type { SessionArguments } from './args/parse-arguments.ts';
import { UsageError } from './args/usage-error.ts';
import { readHostTree } from './host-files/read-host-tree.ts';
import { checkExportTarget, writeHostTree } from './host-files/write-host-tree.ts';
import { visibleText } from './lines/visible-text.ts';
import { loadCatalog } from './load-catalog.ts';

/** A session as the command line describes it. */
export interface OpenSession {
  readonly session: Session;
  readonly shell: CommandSession;
  readonly catalog: GuestCatalog;
  /** Exports the files when that was asked for, and ends the session. */
  close(): Promise<void>;
}

/** Roots of a session without options; what lies below them is a place to start in, anything else a root. */
const USUAL_ROOTS = ['/work', '/home/guest'];

/** @throws UsageError for everything that the command line got wrong */
export async function openSession(args: SessionArguments): Promise<OpenSession> {
  const { cwd, env, exportTo } = args;
  if (exportTo !== null) await checkExportTarget(exportTo);
  const catalog = await loadCatalog(args.catalog);
  const { entries, skipped } = await readHostTree(args.mounts);
  for (const line of skipped) warn(`not copied: ${line}`);
  const isUsual = cwd === null || USUAL_ROOTS.some((root) => cwd === root || cwd.startsWith(`${root}/`));
  try {
    const session = await createSession({ entries, env, ...(isUsual ? {} : { cwd }) });
    if (isUsual && cwd !== null) await session.setCwd(cwd);
    const cache = args.cache ? { cache: createFileCache() } : {};
    const shell = createCommandSession(session, { catalog, ...cache });
    return { session, shell, catalog, close: () => closeSession(session, exportTo) };
  } catch (cause) {
    if (cause instanceof ExecutionError && (cause.code === 'INVALID_INPUT' || cause.code === 'NOT_FOUND')) {
      throw new UsageError(cause.message, { cause });
    }
    throw cause;
  }
}

async function closeSession(session: Session, exportTo: string | null): Promise<void> {
  try {
    if (exportTo === null) return;
    const skipped = await writeHostTree(await session.snapshot(), exportTo);
    for (const path of skipped) warn(`not exported: ${path}: a symbolic link that leads out of the session's files`);
  } finally {
    await session.dispose();
  }
}

function warn(text: string): void {
  process.stderr.write(`formicarium: ${visibleText(text)}\n`);
}
