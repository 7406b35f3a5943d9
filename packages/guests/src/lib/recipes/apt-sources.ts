import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Progress } from './apt-packages.ts';
import { runProgram } from './run-program.ts';

/** A source package as it lies in the cache. Apt has checked the files against Debian's signed lists. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of each file, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Path of the `.dsc`, which lists the other files. */
  readonly description: string;
}

/** Hosts carry other things than Debian; only these paths end in its archives. */
const debianArchive = /\/debian(-security)?\/?$/;

/** The binary archives of Debian in an apt list, as their source archives. Other lines and stanzas are left out. */
export function toSourceList(text: string, format: 'list' | 'sources'): string {
  if (format === 'list') {
    const lines = text.split('\n').filter((line) => {
      const uri = /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s/.exec(line)?.[1];
      return uri !== undefined && debianArchive.test(uri);
    });
    return lines.map((line) => `${line.replace(/^deb\s/, 'deb-src ')}\n`).join('');
  }
  const stanzas = text.split(/\n\s*\n/).map((stanza) => stanza.replace(/^#.*\n?/gm, ''));
  return stanzas
    .filter((stanza) => /^Types:.*\bdeb\b/m.test(stanza) && !/^Enabled:\s*no/m.test(stanza))
    .filter((stanza) => debianArchive.test(/^URIs:\s*(\S+)\s*$/m.exec(stanza)?.[1] ?? ''))
    .map((stanza) => `${stanza.replace(/^Types:.*$/m, 'Types: deb-src').trim()}\n`)
    .join('\n');
}

/** Apt with lists and archives of its own below `directory`: the machine's configuration is read, never changed. */
export class AptSources {
  readonly #directory: string;
  readonly #onProgress: Progress;
  #ready = false;

  constructor(directory: string, onProgress: Progress) {
    this.#directory = directory;
    this.#onProgress = onProgress;
  }

  /** Downloads the newest version of a source package that the archive still has, unless it is there already. */
  async fetch(name: string): Promise<SourcePackage> {
    if (!this.#ready) await this.#prepare();
    const versions = await this.#versions(name);
    let failure: unknown;
    for (const version of versions) {
      try {
        return await this.#download(name, version);
      } catch (error) {
        // Security archives drop a version as soon as there is a newer one, mirrors may lag behind: try the next.
        failure ??= error;
      }
    }
    throw new Error(`Cannot fetch the source package ${name}: no version of it could be downloaded`, {
      cause: failure,
    });
  }

  /** Forgets the lists, so that the next {@link fetch} reads the archive's newest. */
  async refresh(): Promise<void> {
    await rm(join(this.#directory, 'lists'), { recursive: true, force: true });
    this.#ready = false;
  }

  get #options(): string[] {
    const settings = {
      'Dir::Etc::sourcelist': '/dev/null',
      'Dir::Etc::sourceparts': join(this.#directory, 'parts'),
      'Dir::State::lists': join(this.#directory, 'lists'),
      'Dir::Cache': join(this.#directory, 'cache'),
      // The folder belongs to whoever runs this, and apt's own user may not be able to enter it.
      'APT::Sandbox::User': '',
    };
    return Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  }

  async #prepare(): Promise<void> {
    for (const folder of ['parts', 'lists/partial', 'cache/archives/partial', 'sources']) {
      await mkdir(join(this.#directory, folder), { recursive: true });
    }
    const lists = await readdir(join(this.#directory, 'lists'));
    if (!lists.some((file) => file.includes('Sources'))) {
      await this.#writeParts();
      this.#onProgress("reading Debian's lists of sources");
      await runProgram(['apt-get', ...this.#options, 'update', '-qq']);
    }
    this.#ready = true;
  }

  async #writeParts(): Promise<void> {
    const folder = '/etc/apt/sources.list.d';
    const names = await readdir(folder).catch(() => []);
    let found = '';
    for (const path of ['/etc/apt/sources.list', ...names.map((name) => join(folder, name))]) {
      const format = /\.(list|sources)$/.exec(path)?.[1] as 'list' | 'sources' | undefined;
      if (format === undefined) continue;
      const text = toSourceList(await readFile(path, 'utf8').catch(() => ''), format);
      if (text !== '') await writeFile(join(this.#directory, 'parts', basename(path)), text);
      found += text;
    }
    if (found === '') {
      throw new Error('Cannot find sources: none of the lists in /etc/apt names an archive of Debian');
    }
  }

  async #versions(name: string): Promise<string[]> {
    const text = await runProgram(['apt-cache', ...this.#options, 'showsrc', '--only-source', name]);
    const versions = [...text.matchAll(/^Version: (\S+)$/gm)].flatMap(([, version]) => version ?? []);
    if (versions.length === 0) throw new Error(`Cannot find the source package ${name} in Debian's lists`);
    const sorted: string[] = [];
    for (const version of new Set(versions)) {
      let index = 0;
      while (index < sorted.length && (await isNewer(sorted[index] ?? '', version))) index++;
      sorted.splice(index, 0, version);
    }
    return sorted;
  }

  async #download(name: string, version: string): Promise<SourcePackage> {
    const source = ['apt-get', ...this.#options, 'source', '-qq'];
    const uris = await runProgram([...source, '--print-uris', `${name}=${version}`]);
    const directory = join(this.#directory, 'sources');
    // Apt prints only what is not in the current folder, so ask from one that is empty of it.
    const files = Object.fromEntries(
      [...uris.matchAll(/^'[^']*' (\S+) \d+ SHA256:([0-9a-f]{64})$/gm)].map(([, file = '', digest = '']) => [
        file,
        digest,
      ]),
    );
    const description = Object.keys(files).find((file) => file.endsWith('.dsc'));
    if (description === undefined) throw new Error(`Cannot read what ${name} ${version} consists of:\n${uris}`);
    await runProgram([...source, '--download-only', `${name}=${version}`], { cwd: directory });
    return { name, version, files, description: join(directory, description) };
  }
}

async function isNewer(one: string, other: string): Promise<boolean> {
  return runProgram(['dpkg', '--compare-versions', one, 'gt', other]).then(
    () => true,
    () => false,
  );
}
