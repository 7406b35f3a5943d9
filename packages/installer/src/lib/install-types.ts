import type { GuestBuild } from './catalog/catalog-types.ts';
import type { FetchFunction } from './fetch-artifact.ts';
import type { InstallCache } from './install-cache.ts';
import type { InstallClock } from './install-clock.ts';
import type { InstallerLimits } from './install-limits.ts';
import type { Progress } from './progress-reporter.ts';

/** Options of `createInstaller`. */
export interface InstallerOptions {
  /** A catalog; checked and copied. */
  readonly catalog: unknown;
  /** Used for every download. Default: the platform's, as it is at the time of the download. */
  readonly fetch?: FetchFunction;
  /** Where artifacts are kept between installations. Default: nowhere. */
  readonly cache?: InstallCache;
  readonly limits?: InstallerLimits;
  /** Default: the platform's. */
  readonly clock?: InstallClock;
}

/** Options of {@link Installer.install}. */
export interface InstallOptions {
  /** Ends the installation with `ABORTED`. */
  readonly signal?: AbortSignal;
  /** Called for each phase at once, at most ten times a second while bytes flow, and never after the end. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What was installed. */
export interface InstallResult {
  readonly operationId: string;
  readonly tool: string;
  /** What followed the `@` of the selection as typed, or the name of the default version. */
  readonly versionOrName: string;
  readonly version: string;
  /** SHA-256 of the installed module, 64 lower-case hexadecimal digits. */
  readonly digest: string;
  /** Bytes of the installed module. */
  readonly size: number;
  /** True when nothing was downloaded. */
  readonly fromCache: boolean;
  readonly build: GuestBuild;
  /** ISO 8601 with an offset. */
  readonly startedAt: string;
  /** ISO 8601 with an offset. */
  readonly finishedAt: string;
}

/** Installs guests of one catalog into one Session. */
export interface Installer {
  /**
   * Fetches, checks and registers a guest in place of an earlier one of its name. A failure leaves the earlier one as
   * it was. The Session is busy from the call to the end.
   *
   * @param selection `tool`, `tool@version` or `tool@name`
   * @throws ExecutionError (as a rejection) `INVALID_INPUT`, `ABORTED`, `DISPOSED`, `BUSY`, `FETCH`, `DIGEST`,
   * `ARCHIVE`, `GUEST_FORMAT`, `TIMEOUT`, `QUOTA` when it does not fit into memory or the Session, `EXECUTION` when
   * `onProgress` throws
   */
  install(selection: string, options?: InstallOptions): Promise<InstallResult>;
}
