import { catalogError } from './catalog-problem.ts';

/** Deeper than any catalog is; a cycle ends here. */
const MAX_DEPTH = 16;

/**
 * A copy of `value` made of plain objects, arrays and primitives, reading every property exactly once, so that what was
 * checked is what is used. Properties that are `undefined` are left out, as JSON would.
 *
 * @throws ExecutionError `INVALID_INPUT` for what JSON could not hold, a getter that throws, or a cycle
 */
export function copyPlainData(value: unknown, path: readonly PropertyKey[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (typeof value !== 'object') {
    throw catalogError([{ path, message: `is a ${typeof value}; accepted is what JSON can hold` }]);
  }
  if (path.length >= MAX_DEPTH) {
    throw catalogError([
      { path: path.slice(0, 4), message: `is nested deeper than ${MAX_DEPTH} levels, or in itself` },
    ]);
  }
  if (Array.isArray(value)) return value.map((item, index) => copyPlainData(item, [...path, index]));
  return copyObject(value, path);
}

function copyObject(value: object, path: readonly PropertyKey[]): unknown {
  const entries: [string, unknown][] = [];
  let own: [string, unknown][];
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      throw new TypeError('its prototype is neither Object.prototype nor null');
    }
    own = Object.entries(value);
  } catch (cause) {
    throw catalogError([{ path, message: 'cannot be read; accepted is a plain object' }], cause);
  }
  for (const [key, item] of own) {
    // Parsers differ in what they make of this name: some set the prototype, some skip it.
    if (key === '__proto__') throw catalogError([{ path: [...path, key], message: 'is no accepted name' }]);
    if (item !== undefined) entries.push([key, copyPlainData(item, [...path, key])]);
  }
  return Object.fromEntries(entries);
}
