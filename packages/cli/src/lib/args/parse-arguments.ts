import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** A host directory or file, and where it goes in the session. */
export interface Mount {
  readonly host: string;
  /** Absolute guest path. */
  readonly guest: string;
}

/** What a session starts with. */
export interface SessionArguments {
  readonly kind: 'session';
  /** Empty: a shell, or the lines of standard input. */
  readonly lines: readonly string[];
  readonly catalog: string | null;
  readonly mounts: readonly Mount[];
  readonly exportTo: string | null;
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cache: boolean;
}

/** What `catalog pin` was asked for. */
export interface PinArguments {
  readonly kind: 'pin';
  readonly url: string;
  readonly tool: string;
  readonly version: string;
  readonly entry: string | null;
  readonly catalog: string | null;
  readonly source: string | null;
  readonly ref: string | null;
  readonly license: string | null;
  readonly replace: boolean;
}

/** What `catalog check` was asked for. */
export interface CheckArguments {
  readonly kind: 'check';
  readonly file: string;
  readonly fetch: boolean;
}

/** What the command line asks for. */
export type Arguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | SessionArguments
  | PinArguments
  | CheckArguments;

const sessionOptions = {
  command: { type: 'string', short: 'c', multiple: true },
  catalog: { type: 'string' },
  mount: { type: 'string', multiple: true },
  export: { type: 'string' },
  cwd: { type: 'string' },
  env: { type: 'string', multiple: true },
  'no-cache': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const pinOptions = {
  tool: { type: 'string' },
  version: { type: 'string' },
  entry: { type: 'string' },
  catalog: { type: 'string' },
  source: { type: 'string' },
  ref: { type: 'string' },
  license: { type: 'string' },
  replace: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const checkOptions = { fetch: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/**
 * Parses the arguments after the program's name.
 *
 * @throws UsageError that says what is wrong and what is accepted
 */
export function parseArguments(argv: readonly string[]): Arguments {
  if (argv[0] !== 'catalog') return parseSession(argv);
  switch (argv[1]) {
    case 'pin':
      return parsePin(argv.slice(2));
    case 'check':
      return parseCheck(argv.slice(2));
    case '-h':
    case '--help':
      return { kind: 'help' };
    default:
      throw new UsageError(`Cannot use "catalog ${argv[1] ?? ''}": pin and check are accepted`);
  }
}

function parseSession(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv, sessionOptions);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [stray] = positionals;
  if (stray !== undefined) {
    throw new UsageError(`Cannot use the argument "${stray}": options are accepted; to run a line use -c "${stray} …"`);
  }
  return {
    kind: 'session',
    lines: values.command ?? [],
    catalog: values.catalog ?? null,
    mounts: (values.mount ?? []).map(parseMount),
    exportTo: values.export ?? null,
    cwd: values.cwd ?? null,
    env: Object.fromEntries((values.env ?? []).map(parseVariable)),
    cache: values['no-cache'] !== true,
  };
}

function parsePin(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv, pinOptions);
  if (values.help) return { kind: 'help' };
  const [url, ...rest] = positionals;
  const { tool, version } = values;
  if (url === undefined || rest.length > 0) throw new UsageError('Cannot pin: one URL is accepted');
  if (tool === undefined) throw new UsageError('Cannot pin: the name is missing; --tool NAME is accepted');
  if (version === undefined) throw new UsageError('Cannot pin: the version is missing; --version V is accepted');
  return {
    kind: 'pin',
    url,
    tool,
    version,
    entry: values.entry ?? null,
    catalog: values.catalog ?? null,
    source: values.source ?? null,
    ref: values.ref ?? null,
    license: values.license ?? null,
    replace: values.replace === true,
  };
}

function parseCheck(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv, checkOptions);
  if (values.help) return { kind: 'help' };
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('Cannot check: one catalogue file is accepted');
  return { kind: 'check', file, fetch: values.fetch === true };
}

function parse<T extends NonNullable<ParseArgsConfig['options']>>(argv: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (cause) {
    // node:util words its errors for people; the first sentence says which option.
    const reason = cause instanceof Error ? cause.message.split(/[.\n] ?/, 1)[0] : String(cause);
    throw new UsageError(`Cannot read the options: ${reason}`, { cause });
  }
}

function parseMount(text: string): Mount {
  const at = text.lastIndexOf(':/');
  if (at <= 0) {
    throw new UsageError(
      `Cannot mount "${text}": HOST:GUEST with an absolute guest path is accepted, as in .:/work/src`,
    );
  }
  return { host: text.slice(0, at), guest: text.slice(at + 1) };
}

function parseVariable(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`Cannot set "${text}": KEY=VALUE is accepted`);
  return [text.slice(0, at), text.slice(at + 1)];
}
