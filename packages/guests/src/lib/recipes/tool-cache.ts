import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Built tools and their report. Ignored by git, and not part of the package. */
export const toolsDirectory = fileURLToPath(new URL('../../../.cache/tools/', import.meta.url));

/** What one tool was built from. All digests are SHA-256 in hex. */
export interface ToolReport {
  /** Name of the module in the report's folder. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** SPDX expression. */
  readonly license: string;
  readonly homepage: string;
  readonly source: {
    readonly name: string;
    readonly version: string;
    readonly files: Readonly<Record<string, string>>;
  };
  /** Digest of the recipe. */
  readonly recipe: string;
  readonly toolchain: { readonly packages: Readonly<Record<string, string>>; readonly digest: string };
  /** How long the build took. */
  readonly seconds: number;
}

/** The report of everything that was built, by the tools' names: `report.json` beside the modules. */
export interface ToolsReport {
  readonly schemaVersion: 1;
  readonly tools: Readonly<Record<string, ToolReport>>;
}

/** Reads the report; an empty one where nothing was built. */
export async function readReport(): Promise<ToolsReport> {
  try {
    return JSON.parse(await readFile(join(toolsDirectory, 'report.json'), 'utf8')) as ToolsReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { schemaVersion: 1, tools: {} };
    throw error;
  }
}

/** Adds one tool to the report. */
export async function recordTool(name: string, tool: ToolReport): Promise<void> {
  const { tools } = await readReport();
  const sorted = Object.entries({ ...tools, [name]: tool }).sort(([one], [other]) => (one < other ? -1 : 1));
  const report: ToolsReport = { schemaVersion: 1, tools: Object.fromEntries(sorted) };
  await writeInto('report.json', `${JSON.stringify(report, null, 2)}\n`);
}

/** Writes a file of the cache, whole or not at all. */
export async function writeInto(name: string, data: Uint8Array | string): Promise<void> {
  await mkdir(toolsDirectory, { recursive: true });
  const temporary = join(toolsDirectory, `.${process.pid}-${name}`);
  await writeFile(temporary, data);
  await rename(temporary, join(toolsDirectory, name));
}

/** The bytes of a file of the cache, or null. */
export async function readFrom(name: string): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(join(toolsDirectory, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
