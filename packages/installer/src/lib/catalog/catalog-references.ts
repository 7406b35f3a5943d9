import type { CatalogProblem } from './catalog-problem.ts';
import type { CatalogTool, GuestCatalog, GuestRelease } from './catalog-types.ts';

/** What a schema cannot say: names that must exist elsewhere in the catalog, and fields that depend on each other. */
export function findReferenceProblems(catalog: GuestCatalog): CatalogProblem[] {
  return Object.entries(catalog.tools).flatMap(([name, tool]) => [
    ...checkNames(tool, ['tools', name]),
    ...Object.entries(tool.versions).flatMap(([version, release]) =>
      checkRelease(release, name, ['tools', name, 'versions', version]),
    ),
  ]);
}

function checkNames(tool: CatalogTool, path: readonly PropertyKey[]): CatalogProblem[] {
  const problems: CatalogProblem[] = [];
  const versions = Object.keys(tool.versions).join(', ') || 'none';
  const missing = `names no version; the versions are: ${versions}`;
  if (!Object.hasOwn(tool.versions, tool.default)) problems.push({ path: [...path, 'default'], message: missing });
  for (const [alias, version] of Object.entries(tool.names ?? {})) {
    const at = [...path, 'names', alias];
    if (!Object.hasOwn(tool.versions, version)) problems.push({ path: at, message: missing });
    else if (Object.hasOwn(tool.versions, alias)) problems.push({ path: at, message: 'is also the name of a version' });
  }
  return problems;
}

function checkRelease(release: GuestRelease, tool: string, path: readonly PropertyKey[]): CatalogProblem[] {
  const problems: CatalogProblem[] = [];
  const isArchive = release.format !== 'wasm' && release.format !== 'wasm.gz';
  if (isArchive && release.entry === undefined) {
    problems.push({
      path: [...path, 'entry'],
      message: `is missing; format ${release.format} needs the module's path`,
    });
  }
  if (!isArchive && release.entry !== undefined) {
    problems.push({ path: [...path, 'entry'], message: `is given; format ${release.format} holds the module alone` });
  }
  if (release.data !== undefined && release.data.mount !== `/usr/share/${tool}`) {
    problems.push({
      path: [...path, 'data', 'mount'],
      message: `belongs to another tool; accepted is /usr/share/${tool}`,
    });
  }
  return problems;
}
