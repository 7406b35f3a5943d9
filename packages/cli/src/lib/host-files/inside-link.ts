/**
 * The target of a symbolic link as it may be copied: one that cannot leave the tree it lies in, whatever other links of
 * the tree it passes through.
 *
 * `..` is accepted only at the beginning, where it climbs over real directories; after a name it could climb over what
 * that name links to.
 *
 * @param depth directories between the top of the tree and the link
 */
export function staysInside(target: string, depth: number): boolean {
  if (target === '' || target.startsWith('/')) return false;
  let climbed = 0;
  let named = false;
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') named = true;
    else if (named) return false;
    else climbed++;
  }
  return climbed <= depth;
}
