export type {
  ArtifactFormat,
  CatalogTool,
  DataFormat,
  GuestBuild,
  GuestCatalog,
  GuestDataRelease,
  GuestRelease,
} from './lib/catalog/catalog-types.ts';
export { parseCatalog } from './lib/catalog/parse-catalog.ts';
export { type Selection, selectRelease } from './lib/catalog/select-release.ts';
export { createInstaller } from './lib/create-installer.ts';
export type { FetchFunction } from './lib/fetch-artifact.ts';
export type { InstallCache } from './lib/install-cache.ts';
export type { InstallClock } from './lib/install-clock.ts';
export type { InstallerLimits } from './lib/install-limits.ts';
export type { Installer, InstallerOptions, InstallOptions, InstallResult } from './lib/install-types.ts';
export type { InstallPhase, Progress } from './lib/progress-reporter.ts';
