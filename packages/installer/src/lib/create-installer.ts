import type { Session } from '@aletheia-works/session-core';
import { getSessionInternals } from '@aletheia-works/session-core/internal';
import { parseCatalog } from './catalog/parse-catalog.ts';
import { selectRelease } from './catalog/select-release.ts';
import { formatTime } from './install-clock.ts';
import type { Installer, InstallerOptions, InstallResult } from './install-types.ts';
import { Installation } from './installation.ts';
import { createTimedSignal } from './operation-signal.ts';
import { parseInstallerOptions, parseInstallOptions } from './parse-install-options.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { toExecutionError } from './to-execution-error.ts';

/**
 * Makes an installer of `options.catalog` for `session`.
 *
 * @throws ExecutionError `INVALID_INPUT` when `session` is no Session of this package family, when an option is unknown
 * or has a wrong shape, or when the catalog breaks a rule; the message names the place inside the catalog
 */
export function createInstaller(session: Session, options: InstallerOptions): Installer {
  const internals = getSessionInternals(session);
  const tools = parseInstallerOptions(options);
  const { clock, limits } = tools;
  const catalog = parseCatalog(tools.catalog);

  // Not async: everything up to the reservation happens in the caller's tick.
  const start = (selection: unknown, given: unknown): Promise<InstallResult> => {
    const { onProgress, signal } = parseInstallOptions(given);
    const selected = selectRelease(catalog, selection);
    const reservation = internals.reserve('install', signal);
    const startedAt = formatTime(clock.now());
    const operationId = globalThis.crypto.randomUUID();
    const progress = new ProgressReporter(operationId, onProgress, clock);
    // What holds the reservation no longer cannot register, so nothing is registered after a time-out.
    const timed = createTimedSignal(reservation.signal, limits.totalTimeoutMs, clock, `install ${selected.tool}`, () =>
      reservation.release(),
    );
    const finish = (): void => {
      progress.close();
      timed.end();
      reservation.release();
    };
    const installation = new Installation(selected, tools, reservation, progress, timed.signal);
    return installation.run().then(
      ({ info, fromCache }) => {
        finish();
        return Object.freeze({
          operationId,
          tool: selected.tool,
          versionOrName: selected.versionOrName,
          version: selected.version,
          digest: info.sha256,
          size: info.size,
          fromCache,
          build: selected.release.build,
          startedAt,
          finishedAt: formatTime(clock.now()),
        });
      },
      (error: unknown) => {
        finish();
        throw timed.signal.aborted ? timed.signal.reason : toExecutionError(error, `install ${selected.tool}`);
      },
    );
  };

  return Object.freeze({
    install: (selection: string, given?: unknown) => {
      try {
        return start(selection, given);
      } catch (error) {
        return Promise.reject(toExecutionError(error, 'install'));
      }
    },
  });
}
