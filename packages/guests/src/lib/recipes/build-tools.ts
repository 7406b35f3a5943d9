import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureHostPackages, type Progress } from './apt-packages.ts';
import { AptSources, type SourcePackage } from './apt-sources.ts';
import { compileTool } from './compile-tool.ts';
import { baseHostPackages, type Recipe } from './recipe.ts';
import { readFrom, readReport, recordTool, type ToolReport, toolsDirectory, writeInto } from './tool-cache.ts';
import { selectRecipes } from './tool-recipes.ts';
import { buildSdk, identifyToolchain, type ToolchainIdentity } from './wasm-toolchain.ts';

/** Options of {@link buildTools}. */
export interface BuildToolsOptions {
  /** Told before something slow begins. */
  readonly onProgress?: Progress;
  /** Read Debian's lists again, and so find newer sources. Default: false. */
  readonly refresh?: boolean;
}

/** A tool, and whether it was compiled now. */
export interface BuiltTool extends ToolReport {
  readonly name: string;
  readonly built: boolean;
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/**
 * Builds tools from Debian's sources, as far as the cache does not have them: the digests of source package, recipe and
 * toolchain name a module. As root it installs the Debian packages that it needs.
 *
 * @param names commands; none = all of them
 * @returns one entry a tool, in the order of the recipes
 * @throws Error when a name is unknown, a Debian package is missing, or a step fails
 */
export async function buildTools(
  names: readonly string[] = [],
  { onProgress = () => {}, refresh = false }: BuildToolsOptions = {},
): Promise<readonly BuiltTool[]> {
  const recipes = selectRecipes(names);
  await ensureHostPackages(
    [...new Set([...baseHostPackages, ...recipes.flatMap(({ hostPackages }) => hostPackages)])],
    onProgress,
  );
  const toolchain = await identifyToolchain();
  const sources = new AptSources(join(toolsDirectory, 'apt'), onProgress);
  if (refresh) await sources.refresh();
  const workshop = await mkdtemp(join(tmpdir(), 'formicarium-tools-'));
  const tools: BuiltTool[] = [];
  try {
    for (const recipe of recipes) {
      const source = await sources.fetch(recipe.source);
      tools.push(await buildTool({ recipe, source, toolchain, workshop, onProgress }));
    }
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return tools;
}

interface Order {
  readonly recipe: Recipe;
  readonly source: SourcePackage;
  readonly toolchain: ToolchainIdentity;
  readonly workshop: string;
  readonly onProgress: Progress;
}

async function buildTool({ recipe, source, toolchain, workshop, onProgress }: Order): Promise<BuiltTool> {
  const { name } = recipe;
  const recipeDigest = sha256(JSON.stringify(recipe));
  const { description: _, ...origin } = source;
  const identity = sha256(JSON.stringify([origin, recipeDigest, toolchain.digest]));
  const file = `${name}.${identity.slice(0, 32)}.wasm`;
  const { tools } = await readReport();
  const recorded = tools[name];
  const cached = recorded?.file === file ? await readFrom(file) : null;
  if (recorded !== undefined && cached !== null && sha256(cached) === recorded.sha256) {
    return { name, built: false, ...recorded };
  }
  onProgress(`${name}: compiling ${source.name} ${source.version}`);
  const started = performance.now();
  await buildSdk(workshop);
  const bytes = await compileTool(recipe, source, workshop);
  await writeInto(file, bytes);
  const report: ToolReport = {
    file,
    bytes: bytes.length,
    sha256: sha256(bytes),
    license: recipe.license,
    homepage: recipe.homepage,
    source: origin,
    recipe: recipeDigest,
    toolchain,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
  await recordTool(name, report);
  if (recorded !== undefined && recorded.file !== file) await rm(join(toolsDirectory, recorded.file), { force: true });
  return { name, built: true, ...report };
}

/**
 * The module of a tool that was built before. The caller owns the bytes.
 *
 * @throws Error when it was not built
 */
export async function readTool(name: string): Promise<Uint8Array> {
  const recorded = (await readReport()).tools[name];
  const bytes = recorded === undefined ? null : await readFrom(recorded.file);
  if (bytes === null) throw new Error(`Cannot find the tool ${name}: it is not built; run: pnpm guests:build ${name}`);
  return bytes;
}
