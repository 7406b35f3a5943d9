import type { Recipe } from '../recipe.ts';

/**
 * The sqlite3 shell with FTS5 and JSON. Files are locked with a directory beside them (`unix-dotfile`), which also holds
 * between processes; there is neither mmap nor shared memory, so no WAL (https://www.sqlite.org/compile.html).
 */
export const sqlite3: Recipe = {
  name: 'sqlite3',
  description: 'SQL database engine and shell',
  homepage: 'https://www.sqlite.org/',
  license: 'blessing',
  source: 'sqlite3',
  hostPackages: ['gcc', 'libc6-dev', 'make', 'tcl'],
  steps: [{ run: ['./configure', '--disable-tcl'] }, { run: ['make', 'sqlite3.c', 'shell.c'] }],
  files: ['sqlite3.c', 'shell.c'],
  defines: {
    SQLITE_DEFAULT_UNIX_VFS: '"unix-dotfile"',
    SQLITE_ENABLE_FTS5: true,
    SQLITE_MAX_MMAP_SIZE: 0,
    SQLITE_NOHAVE_SYSTEM: true,
    SQLITE_OMIT_LOAD_EXTENSION: true,
    SQLITE_OMIT_POPEN: true,
    SQLITE_OMIT_WAL: true,
    SQLITE_TEMP_STORE: 3,
    SQLITE_THREADSAFE: 0,
  },
  includes: ['.'],
};
