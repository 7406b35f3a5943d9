import { ExecutionError } from '@aletheia-works/errors';
import type { FetchFunction } from './fetch-artifact.ts';
import type { InstallCache } from './install-cache.ts';
import { type InstallClock, systemClock } from './install-clock.ts';
import { type ResolvedLimits, resolveLimits } from './install-limits.ts';
import type { InstallOptions } from './install-types.ts';

/** Checked options of an installer, without its catalog. */
export interface ParsedInstaller {
  readonly catalog: unknown;
  readonly fetch: FetchFunction;
  readonly cache: InstallCache | undefined;
  readonly limits: ResolvedLimits;
  readonly clock: InstallClock;
}

/** Checks the options of `createInstaller`. */
export function parseInstallerOptions(options: unknown): ParsedInstaller {
  const action = 'create the installer';
  const given = readKeys(options, ['catalog', 'fetch', 'cache', 'limits', 'clock'], action);
  if (given.fetch !== undefined && typeof given.fetch !== 'function') {
    throw invalid(action, 'fetch is no function; a function like the global fetch is accepted');
  }
  if (given.cache !== undefined && !hasMethods(given.cache, ['get', 'put', 'delete'])) {
    throw invalid(action, 'cache is no cache; an object with get, put and delete is accepted');
  }
  if (given.clock !== undefined && !hasMethods(given.clock, ['now', 'setTimer'])) {
    throw invalid(action, 'clock is no clock; an object with now and setTimer is accepted');
  }
  return {
    catalog: given.catalog,
    fetch: (given.fetch as FetchFunction | undefined) ?? ((url, init) => globalThis.fetch(url, init)),
    cache: given.cache as InstallCache | undefined,
    limits: resolveLimits(given.limits),
    clock: (given.clock as InstallClock | undefined) ?? systemClock,
  };
}

/** Checks the options of `install`. */
export function parseInstallOptions(options: unknown): InstallOptions {
  if (options === undefined) return {};
  const action = 'install';
  const { onProgress, signal } = readKeys(options, ['signal', 'onProgress'], action);
  if (signal !== undefined && !(hasMethods(signal, ['addEventListener']) && 'aborted' in (signal as object))) {
    throw invalid(action, 'signal is no AbortSignal');
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalid(action, 'onProgress is no function');
  }
  return {
    ...(signal === undefined ? {} : { signal: signal as AbortSignal }),
    ...(onProgress === undefined ? {} : { onProgress: onProgress as NonNullable<InstallOptions['onProgress']> }),
  };
}

/** Reads each key once, and refuses unknown ones. */
function readKeys<K extends string>(value: unknown, keys: readonly K[], action: string): Partial<Record<K, unknown>> {
  if (typeof value !== 'object' || value === null) throw invalid(action, 'the options are no object');
  const unknown = Object.keys(value).find((key) => !(keys as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw invalid(
      action,
      `the option ${JSON.stringify(unknown.slice(0, 80))} is unknown; accepted are ${keys.join(', ')}`,
    );
  }
  const read: Partial<Record<K, unknown>> = {};
  for (const key of keys) read[key] = (value as Record<string, unknown>)[key];
  return read;
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}

function invalid(action: string, problem: string): ExecutionError {
  return new ExecutionError('INVALID_INPUT', `Cannot ${action}: ${problem}`);
}
