interface CatalogShape {
  readonly tools: Readonly<
    Record<string, { readonly versions: Readonly<Record<string, { readonly url: string; readonly data?: unknown }>> }>
  >;
}

/**
 * The same catalogue with every URL moved to a mirror; digests and all other fields stay as they are, so that what the
 * mirror serves is held to the same bytes.
 *
 * @param catalog copied, not changed
 * @param origin where the mirror listens, such as `http://127.0.0.1:8080`
 */
export function mirrorCatalog<T extends CatalogShape>(catalog: T, origin: string): T {
  const copy = structuredClone(catalog);
  for (const tool of Object.values(copy.tools)) {
    for (const release of Object.values(tool.versions)) {
      moveUrl(release, origin);
      moveUrl(release.data, origin);
    }
  }
  return copy;
}

/** The path under which a mirror serves what `url` names: the host becomes the first segment. */
export function mirrorPath(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `/${host}${pathname}${search}`;
}

function moveUrl(holder: unknown, origin: string): void {
  if (typeof holder !== 'object' || holder === null || !('url' in holder)) return;
  holder.url = origin + mirrorPath(String(holder.url));
}
