import type { ToolRelease } from './tool-catalog.ts';

/** A module that an npm package carries uncompressed. */
export interface NpmModule {
  /** Name of the package. */
  readonly name: string;
  /** Exact version. */
  readonly version: string;
  /** Path of the module inside the package. */
  readonly file: string;
  /** SHA-256 of the module. */
  readonly sha256: string;
  /** Bytes of the module. */
  readonly size: number;
}

/** The CDN that serves the files of npm packages under `/npm/<name>@<version>/<file>`, immutable once published. */
export const CDN_ORIGIN = 'https://cdn.jsdelivr.net';

/** A release whose bytes are one file of an npm package: what is served is the module itself. */
export function npmModule(module: NpmModule, build: ToolRelease['build']): ToolRelease {
  return {
    url: `${CDN_ORIGIN}/npm/${module.name}@${module.version}/${module.file}`,
    sha256: module.sha256,
    size: module.size,
    format: 'wasm',
    guestSha256: module.sha256,
    guestSize: module.size,
    build,
  };
}
