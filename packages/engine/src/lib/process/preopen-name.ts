const encoder = new TextEncoder();

/** Names of preopened directories in UTF-8: the same few in every run. */
const names = new Map<string, Uint8Array>();

export function preopenName(name: string): Uint8Array {
  let bytes = names.get(name);
  if (bytes === undefined) {
    bytes = encoder.encode(name);
    names.set(name, bytes);
  }
  return bytes;
}
