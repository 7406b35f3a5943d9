import type { FsEntry } from '@aletheia-works/session-core';

const encoder = new TextEncoder();

/**
 * The output of `ls`: `name/` for a directory, `name -> target` for a symlink, `name` for a file, one a line. What is
 * printed is what is sorted, by UTF-16 code unit, so that `a.b` comes before `a/`.
 */
export function formatLs(entries: readonly FsEntry[]): Uint8Array {
  const lines = entries.map(formatEntry).sort();
  return encoder.encode(lines.map((line) => `${line}\n`).join(''));
}

function formatEntry({ path, type, target = '' }: FsEntry): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (type === 'directory') return `${name}/`;
  return type === 'symlink' ? `${name} -> ${target}` : name;
}
