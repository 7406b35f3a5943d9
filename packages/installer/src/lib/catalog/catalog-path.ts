const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A place inside a catalog as people write it: `tools.python.versions["3.12.0"].sha256`. */
export function formatCatalogPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (IDENTIFIER.test(String(key))) text += text === '' ? String(key) : `.${String(key)}`;
    else text += `[${quote(String(key))}]`;
  }
  return text === '' ? '(the catalog itself)' : text;
}

/** `value` in double quotes, cut so that no message grows with its input. */
export function quote(value: string, maxLength = 80): string {
  return JSON.stringify(value.length > maxLength ? `${value.slice(0, maxLength)}…` : value);
}
