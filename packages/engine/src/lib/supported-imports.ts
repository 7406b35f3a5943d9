import { isWasixName, WASIX_MODULE } from './wasix-signatures.ts';

/**
 * Every function of preview 1, by the group that implements it. `wasi_unstable` has all but `sock_accept`.
 */
export const PREVIEW1_GROUPS = {
  argsEnv: ['args_get', 'args_sizes_get', 'environ_get', 'environ_sizes_get'],
  clockRandom: ['clock_res_get', 'clock_time_get', 'random_get'],
  descriptors: [
    'fd_advise',
    'fd_allocate',
    'fd_close',
    'fd_datasync',
    'fd_fdstat_get',
    'fd_fdstat_set_flags',
    'fd_fdstat_set_rights',
    'fd_filestat_get',
    'fd_filestat_set_size',
    'fd_filestat_set_times',
    'fd_prestat_get',
    'fd_prestat_dir_name',
    'fd_renumber',
    'fd_sync',
  ],
  files: ['fd_pread', 'fd_pwrite', 'fd_read', 'fd_seek', 'fd_tell', 'fd_write'],
  readdir: ['fd_readdir'],
  pathOpen: ['path_open'],
  paths: [
    'path_create_directory',
    'path_filestat_get',
    'path_filestat_set_times',
    'path_link',
    'path_readlink',
    'path_remove_directory',
    'path_rename',
    'path_symlink',
    'path_unlink_file',
  ],
  poll: ['poll_oneoff'],
  process: ['proc_exit', 'proc_raise', 'sched_yield'],
  sockets: ['sock_accept', 'sock_recv', 'sock_send', 'sock_shutdown'],
} as const;

/** The names of all 46 functions. */
export const PREVIEW1_NAMES: readonly string[] = Object.values(PREVIEW1_GROUPS).flat();

/** The two modules under which preview 1 is imported. */
export const SNAPSHOT_PREVIEW1_MODULE = 'wasi_snapshot_preview1';
export const UNSTABLE_MODULE = 'wasi_unstable';

const SUPPORTED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [SNAPSHOT_PREVIEW1_MODULE, new Set(PREVIEW1_NAMES)],
  [UNSTABLE_MODULE, new Set(PREVIEW1_NAMES.filter((name) => name !== 'sock_accept'))],
]);

/**
 * Tells whether this engine can give a module what it imports: the functions of preview 1 under both of its module
 * names, and those of WASIX. Memories, tables and globals are made by the module itself.
 */
export function isImportSupported(module: string, name: string, kind: WebAssembly.ImportExportKind): boolean {
  if (kind !== 'function') return false;
  return module === WASIX_MODULE ? isWasixName(name) : SUPPORTED.get(module)?.has(name) === true;
}
