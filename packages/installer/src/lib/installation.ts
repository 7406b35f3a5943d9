import type { GuestData, GuestInfo } from '@aletheia-works/session-core';
import type { SessionReservation } from '@aletheia-works/session-core/internal';
import type { GuestDataRelease, GuestRelease } from './catalog/catalog-types.ts';
import type { Selection } from './catalog/select-release.ts';
import type { Artifact } from './fetch-artifact.ts';
import { download, type LoadedArtifact, readCached, writeCached } from './load-artifact.ts';
import { createTimedSignal, raceSignal } from './operation-signal.ts';
import type { ParsedInstaller } from './parse-install-options.ts';
import type { ProgressReporter } from './progress-reporter.ts';
import { unpackData } from './unpack-data.ts';
import { unpackGuest } from './unpack-guest.ts';
import { verifyDigest, verifySize } from './verify-digest.ts';

type Source = GuestRelease | GuestDataRelease;

/** A checked guest, and whether it came without a download. */
interface Unpacked {
  readonly guest: Artifact;
  readonly data: GuestData | undefined;
  readonly fromCache: boolean;
}

/** One installation: the steps between the reservation and its release. */
export class Installation {
  readonly #selection: Selection;
  readonly #tools: ParsedInstaller;
  readonly #reservation: SessionReservation;
  readonly #progress: ProgressReporter;
  readonly #signal: AbortSignal;

  constructor(
    selection: Selection,
    tools: ParsedInstaller,
    reservation: SessionReservation,
    progress: ProgressReporter,
    signal: AbortSignal,
  ) {
    this.#selection = selection;
    this.#tools = tools;
    this.#reservation = reservation;
    this.#progress = progress;
    this.#signal = signal;
  }

  async run(): Promise<{ info: GuestInfo; fromCache: boolean }> {
    const { tool } = this.#selection;
    this.#progress.expect(totalSize(this.#sources));
    this.#enter('resolve');
    const { data, fromCache, guest } = await this.#obtain();
    this.#enter('register');
    const options = { name: tool, bytes: guest.bytes, ...(data === undefined ? {} : { data }) };
    const prepared = this.#reservation.prepareGuest(options, { owned: true, sha256: guest.sha256 });
    const candidate = await raceSignal(prepared, this.#signal);
    this.#signal.throwIfAborted();
    return { info: this.#reservation.commitGuest(candidate), fromCache };
  }

  /** What is to be loaded: the artifact, and the data unless the artifact holds it too. */
  get #sources(): readonly Source[] {
    const { release } = this.#selection;
    const { data } = release;
    return data === undefined || data.sha256 === release.sha256 ? [release] : [release, data];
  }

  /** Everything up to the registration. The artifacts are let go of when it returns. */
  async #obtain(): Promise<Unpacked> {
    const { release } = this.#selection;
    const { cache, limits } = this.#tools;
    const signal = this.#signal;
    const sources = this.#sources;
    const loaded = await this.#load(sources);
    this.#enter('verify');
    for (const [index, source] of sources.entries()) verifyArtifact(source, loaded[index]);
    this.#enter('unpack');
    const [artifact, dataArtifact = artifact] = loaded;
    if (artifact === undefined || dataArtifact === undefined) throw new TypeError('no artifact was loaded');
    const guest = await unpackGuest(release, artifact, limits, signal);
    const data =
      release.data === undefined ? undefined : await unpackData(release.data, dataArtifact.bytes, limits, signal);
    this.#enter('verify-guest');
    verifySize(guest.bytes.length, release.guestSize, 'the module');
    verifyDigest(guest.sha256, release.guestSha256, 'the module');
    for (const each of loaded) await writeCached(cache, each, signal);
    return { guest, data, fromCache: loaded.every(({ fromCache }) => fromCache) };
  }

  async #load(sources: readonly Source[]): Promise<LoadedArtifact[]> {
    const { cache, clock, limits } = this.#tools;
    this.#enter('fetch');
    const timed = createTimedSignal(this.#signal, limits.fetchTimeoutMs, clock, `fetch ${this.#selection.tool}`);
    try {
      const loaded: LoadedArtifact[] = [];
      for (const source of sources) {
        const cached = await readCached(cache, source.sha256, timed.signal);
        if (cached !== null) this.#progress.receivedBytes += cached.bytes.length;
        loaded.push(cached ?? (await this.#download(source, sources, timed.signal)));
      }
      return loaded;
    } finally {
      timed.end();
    }
  }

  #download(source: Source, sources: readonly Source[], signal: AbortSignal): Promise<LoadedArtifact> {
    const progress = this.#progress;
    return download({
      url: source.url,
      size: source.size,
      maxBytes: this.#tools.limits.maxArtifactBytes,
      fetch: this.#tools.fetch,
      signal,
      onStart: (totalBytes) => {
        if (sources.length === 1) progress.expect(totalBytes);
      },
      onBytes: (count) => progress.receive(count),
    });
  }

  #enter(phase: Parameters<ProgressReporter['enter']>[0]): void {
    this.#signal.throwIfAborted();
    this.#progress.enter(phase);
    // The listener may have aborted.
    this.#signal.throwIfAborted();
  }
}

function verifyArtifact(source: Source, artifact: LoadedArtifact | undefined): void {
  if (artifact === undefined) return;
  verifySize(artifact.bytes.length, source.size, 'the artifact');
  verifyDigest(artifact.sha256, source.sha256, 'the artifact');
}

/** The sum of all sizes, or null when one is unknown. */
function totalSize(sources: readonly Source[]): number | null {
  return sources.reduce<number | null>((sum, { size }) => (sum === null || size === undefined ? null : sum + size), 0);
}
