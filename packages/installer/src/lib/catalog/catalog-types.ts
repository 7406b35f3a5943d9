/** How an artifact is packed. */
export type ArtifactFormat = 'wasm' | 'wasm.gz' | 'tar.gz' | 'tgz' | 'zip';

/** How read-only data is packed: the archives among the formats. */
export type DataFormat = 'tar.gz' | 'tgz' | 'zip';

/** Read-only files that come with a guest, shown to every run below `/usr/share/<tool>`. */
export interface GuestDataRelease {
  /** `https:`, or `http:` to a loopback host. */
  readonly url: string;
  /** SHA-256 of the archive, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Bytes of the archive. */
  readonly size?: number;
  readonly format: DataFormat;
  /** The directory inside the archive whose content is taken. Default: the whole archive. */
  readonly entry?: string;
  /** `/usr/share/<tool>`. */
  readonly mount: string;
}

/** Where a guest comes from. Shown to people; never fetched. */
export interface GuestBuild {
  readonly source: { readonly url: string; readonly ref: string; readonly commit?: string };
  readonly builtAt?: string;
  /** Such as `wasm32-wasip1` or `wasm32-wasix`. */
  readonly target: string;
  readonly toolchain?: string;
}

/** One version of a tool: what to fetch, and the digests that it must have. */
export interface GuestRelease {
  /** `https:`, or `http:` to a loopback host; no credentials. */
  readonly url: string;
  /** SHA-256 of what the URL serves, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Bytes of what the URL serves, after any `Content-Encoding` is undone. */
  readonly size?: number;
  readonly format: ArtifactFormat;
  /** Path of the module inside the archive; exactly when `format` is an archive. */
  readonly entry?: string;
  /** SHA-256 of the module itself, 64 lower-case hexadecimal digits. */
  readonly guestSha256: string;
  /** Bytes of the module itself. */
  readonly guestSize?: number;
  readonly data?: GuestDataRelease;
  readonly build: GuestBuild;
}

/** A tool with its versions. */
export interface CatalogTool {
  readonly description?: string;
  readonly homepage?: string;
  /** SPDX expression. */
  readonly license?: string;
  /** The version that a selection without `@` means. */
  readonly default: string;
  readonly versions: Readonly<Record<string, GuestRelease>>;
  /** Other names of versions, such as `latest`. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The guests that can be installed: fixed URLs with every digest. */
export interface GuestCatalog {
  readonly schemaVersion: 1;
  /** Where an editor finds the schema; not read. */
  readonly $schema?: string;
  readonly tools: Readonly<Record<string, CatalogTool>>;
}
