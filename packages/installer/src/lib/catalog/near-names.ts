const MAX_LISTED = 8;

/** Those of `names` that `wanted` may have meant, nearest first; when none is near, the first few of all. */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const reach = Math.max(1, Math.min(3, Math.floor(wanted.length / 3)));
  const near = names
    .map((name) => ({ name, distance: isPartOf(wanted, name) ? 0 : editDistance(wanted, name, reach) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  return (near.length > 0 ? near : [...names].sort()).slice(0, MAX_LISTED);
}

function isPartOf(wanted: string, name: string): boolean {
  return wanted.length >= 2 && (name.startsWith(wanted) || (name.length >= 2 && wanted.startsWith(name)));
}

/** Levenshtein distance, or anything above `limit` when it is above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? limit + 1;
}
