import { ExecutionError } from '@aletheia-works/errors';
import { quote } from './catalog-path.ts';
import type { GuestCatalog, GuestRelease } from './catalog-types.ts';
import { nearNames } from './near-names.ts';

const ACCEPTED = 'accepted is tool, tool@version or tool@name, as the catalog lists them';

/** What a selection means. */
export interface Selection {
  readonly tool: string;
  /** What followed the `@` as typed, or the name of the default version. */
  readonly versionOrName: string;
  readonly version: string;
  readonly release: GuestRelease;
}

/**
 * Finds what `selection` means in a parsed catalog.
 *
 * @param selection `tool`, `tool@version` or `tool@name`
 * @throws ExecutionError `INVALID_INPUT`, listing near names
 */
export function selectRelease(catalog: GuestCatalog, selection: unknown): Selection {
  if (typeof selection !== 'string') {
    throw invalid(`the selection is ${selection === null ? 'null' : `a ${typeof selection}`}; ${ACCEPTED}`);
  }
  const [name = '', wanted, ...rest] = selection.split('@');
  if (name === '' || wanted === '' || rest.length > 0 || /[\s/:]/.test(selection)) {
    throw invalid(`${quote(selection)} is no selection; ${ACCEPTED}`);
  }
  const tool = Object.hasOwn(catalog.tools, name) ? catalog.tools[name] : undefined;
  if (tool === undefined) {
    throw invalid(`the catalog has no tool ${quote(name)}; ${listNames(nearNames(name, Object.keys(catalog.tools)))}`);
  }
  const versionOrName = wanted ?? tool.default;
  const { names = {}, versions } = tool;
  const version = (Object.hasOwn(names, versionOrName) ? names[versionOrName] : undefined) ?? versionOrName;
  const release = Object.hasOwn(versions, version) ? versions[version] : undefined;
  if (release === undefined) {
    const near = nearNames(versionOrName, [...Object.keys(names), ...Object.keys(versions)]);
    throw invalid(`${name} has no version or name ${quote(versionOrName)}; ${listNames(near)}`);
  }
  return Object.freeze({ tool: name, versionOrName, version, release });
}

function invalid(problem: string): ExecutionError {
  return new ExecutionError('INVALID_INPUT', `Cannot install: ${problem}`);
}

function listNames(names: readonly string[]): string {
  return names.length === 0 ? 'it lists nothing' : `it has ${names.join(', ')}`;
}
