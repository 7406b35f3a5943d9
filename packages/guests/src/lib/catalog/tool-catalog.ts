/**
 * The shape of the catalogue in this package: what the installer's `GuestCatalog` accepts, said again here because this
 * package imports no other. A test holds the two against each other.
 */
export interface ToolCatalog {
  readonly schemaVersion: 1;
  readonly tools: Readonly<Record<string, CatalogueTool>>;
}

/** One tool with its versions. */
export interface CatalogueTool {
  readonly description: string;
  readonly homepage: string;
  /** SPDX expression. */
  readonly license: string;
  /** The version that the bare name installs. */
  readonly default: string;
  readonly versions: Readonly<Record<string, ToolRelease>>;
  /** Other names of versions. */
  readonly names?: Readonly<Record<string, string>>;
}

/** One version: where its bytes are, and what they must be. */
export interface ToolRelease {
  readonly url: string;
  /** SHA-256 of what the URL serves. */
  readonly sha256: string;
  /** Bytes of what the URL serves. */
  readonly size: number;
  /** Every tool here is published as a bare module. */
  readonly format: 'wasm';
  /** SHA-256 of the module. */
  readonly guestSha256: string;
  /** Bytes of the module. */
  readonly guestSize: number;
  readonly build: {
    readonly source: { readonly url: string; readonly ref: string; readonly commit?: string };
    readonly builtAt?: string;
    readonly target: string;
    readonly toolchain?: string;
  };
}
