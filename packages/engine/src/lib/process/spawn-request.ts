import type { SharedFilesTicket } from './file-sharing.ts';

/** An open file as a process hands it to another. */
export type InheritedFile =
  | { readonly kind: 'pipe'; readonly side: 'read' | 'write'; readonly index: number; readonly flags: number }
  | { readonly kind: 'stdin' | 'stdout' | 'stderr' | 'tty'; readonly flags: number }
  /** A file or directory by its number; `position` is the shared one, -1 for none; `confine` as of a directory. */
  | {
      readonly kind: 'inode';
      readonly ino: number;
      readonly flags: number;
      readonly position: number;
      readonly confine: number;
    };

/** A descriptor as a process hands it to another. */
export interface InheritedDescriptor {
  readonly fd: number;
  /** Index into the list of files. */
  readonly file: number;
  readonly rights: number;
  readonly inheriting: number;
  /** The name of a preopened directory. */
  readonly preopen: string | null;
}

/** What a new process gets from the one that spawned it. */
export interface Inheritance {
  readonly ticket: SharedFilesTicket;
  readonly files: readonly InheritedFile[];
  readonly descriptors: readonly InheritedDescriptor[];
}

/** What a process asks the host to start. */
export interface SpawnRequest extends Inheritance {
  /** The row of the table that was set aside for the new process. */
  readonly row: number;
  readonly pid: number;
  readonly moduleId: number;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}
