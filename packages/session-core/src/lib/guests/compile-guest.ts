import { ExecutionError } from '@aletheia-works/errors';
import { failure } from '../invalid-input.ts';
import type { RuntimeCapabilities } from '../runtime-port.ts';
import { inspectModule } from './inspect-module.ts';

/**
 * Compiles a module and checks that it can run as a guest: it exports the function `_start` and a memory, and imports
 * nothing that the runtime lacks (WASI preview 1, "application ABI": command modules).
 *
 * @throws ExecutionError `GUEST_FORMAT` that says what was found instead
 */
export async function compileGuest(
  bytes: Uint8Array<ArrayBuffer>,
  capabilities: RuntimeCapabilities,
): Promise<WebAssembly.Module> {
  const { kind, description } = inspectModule(bytes);
  if (kind !== 'module') {
    throw new ExecutionError(
      'GUEST_FORMAT',
      `Cannot use the guest: it is ${description}; a WebAssembly module is accepted`,
    );
  }
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compile(bytes);
  } catch (cause) {
    throw failure('GUEST_FORMAT', 'Cannot use the guest: it is a damaged WebAssembly module', cause);
  }
  checkExport(module, '_start', 'function');
  checkExport(module, 'memory', 'memory');
  checkImports(module, capabilities);
  return module;
}

function checkExport(module: WebAssembly.Module, name: string, kind: WebAssembly.ImportExportKind): void {
  const found = WebAssembly.Module.exports(module).find((each) => each.name === name);
  if (found?.kind === kind) return;
  const what = found === undefined ? 'none' : `a ${found.kind}`;
  throw new ExecutionError(
    'GUEST_FORMAT',
    `Cannot use the guest: a command exports the ${kind} "${name}", and it has ${what}`,
  );
}

function checkImports(module: WebAssembly.Module, capabilities: RuntimeCapabilities): void {
  const lacking = WebAssembly.Module.imports(module).filter(
    ({ module: from, name, kind }) => !capabilities.isImportSupported(from, name, kind),
  );
  const [first] = lacking;
  if (first === undefined) return;
  const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : '';
  throw new ExecutionError(
    'GUEST_FORMAT',
    `Cannot use the guest: it imports the ${first.kind} "${first.module}"."${first.name}"${more}, which the engine lacks`,
  );
}

/** SHA-256 of bytes as 64 lower-case hexadecimal digits (FIPS 180-4). Throws `UNSUPPORTED_ENV` outside a secure context. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) {
    throw new ExecutionError(
      'UNSUPPORTED_ENV',
      'Cannot compute a digest: crypto.subtle is missing; a secure context is needed',
    );
  }
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
