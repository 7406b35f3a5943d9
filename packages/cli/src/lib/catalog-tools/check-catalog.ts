import { createInstaller, type GuestCatalog } from '@aletheia-works/formicarium';
import { createSession } from '@aletheia-works/formicarium/node';
import type { CheckArguments } from '../args/parse-arguments.ts';
import { ProgressLine } from '../lines/progress-line.ts';
import { reportError } from '../lines/report-error.ts';
import { visibleText } from '../lines/visible-text.ts';
import { loadCatalog } from '../load-catalog.ts';

/**
 * Checks that a file is a catalogue; with `--fetch` also installs every version into a session of its own, which holds
 * each URL to its digests.
 *
 * @returns 0, or 1 when a version is no longer what the catalogue says
 */
export async function checkCatalog({ file, fetch }: CheckArguments): Promise<number> {
  const catalog = await loadCatalog(file);
  const selections = Object.entries(catalog.tools).flatMap(([tool, { versions }]) =>
    Object.keys(versions).map((version) => `${tool}@${version}`),
  );
  let exitCode = 0;
  for (const selection of fetch ? selections : []) {
    exitCode = Math.max(exitCode, await checkRelease(catalog, selection));
  }
  const checked = fetch ? 'checked against their URLs' : 'listed';
  if (exitCode === 0) process.stdout.write(`${visibleText(file)}: ${selections.length} versions ${checked}\n`);
  return exitCode;
}

async function checkRelease(catalog: GuestCatalog, selection: string): Promise<number> {
  const session = await createSession();
  const line = new ProgressLine();
  try {
    const installer = createInstaller(session, { catalog });
    const { digest } = await installer.install(selection, { onProgress: (progress) => line.update(progress) });
    line.clear();
    process.stdout.write(`${selection}: ok (sha256 ${digest})\n`);
    return 0;
  } catch (error) {
    line.clear();
    process.stdout.write(`${selection}: moved\n`);
    return reportError(error);
  } finally {
    await session.dispose();
  }
}
