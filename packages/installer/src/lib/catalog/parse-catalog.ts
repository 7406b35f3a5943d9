import * as z from 'zod/mini';
import { quote } from './catalog-path.ts';
import { type CatalogProblem, catalogError } from './catalog-problem.ts';
import { findReferenceProblems } from './catalog-references.ts';
import { catalogSchema } from './catalog-schema.ts';
import type { GuestCatalog } from './catalog-types.ts';
import { copyPlainData } from './copy-plain-data.ts';

const parsed = new WeakSet<object>();

/**
 * Checks a catalog and returns a deeply frozen copy, so that no later change of `catalog` reaches an installer. What it
 * returned before is returned as it is.
 *
 * @param catalog a value as `JSON.parse` gives it
 * @throws ExecutionError `INVALID_INPUT` naming the first place at fault, such as
 * `tools.python.versions["3.12.0"].sha256`
 */
export function parseCatalog(catalog: unknown): GuestCatalog {
  if (typeof catalog === 'object' && catalog !== null && parsed.has(catalog)) return catalog as GuestCatalog;
  const copy = copyPlainData(catalog);
  const result = z.safeParse(catalogSchema, copy);
  if (!result.success)
    throw catalogError(
      result.error.issues.map((issue) => describeIssue(issue, copy)),
      result.error,
    );
  const checked = result.data as GuestCatalog;
  const problems = findReferenceProblems(checked);
  if (problems.length > 0) throw catalogError(problems);
  parsed.add(deepFreeze(checked));
  return checked;
}

function deepFreeze<T extends object>(value: T): T {
  for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) deepFreeze(item);
  return Object.freeze(value);
}

function describeIssue(issue: z.core.$ZodIssue, root: unknown): CatalogProblem {
  const found = valueAt(root, issue.path);
  const { path } = issue;
  switch (issue.code) {
    case 'invalid_type':
      if (found === undefined) return { path, message: `is missing; accepted is ${article(issue.expected)}` };
      return { path, message: `is ${describe(found)}; accepted is ${article(issue.expected)}` };
    case 'invalid_value':
      if (found === undefined) return { path, message: `is missing; accepted is ${issue.values.join(', ')}` };
      return { path, message: `is ${describe(found)}; accepted is ${issue.values.join(', ')}` };
    case 'unrecognized_keys':
      return { path: [...path, issue.keys[0] ?? ''], message: 'is no known field' };
    case 'invalid_key':
      return { path, message: issue.issues[0]?.message ?? 'is no accepted name' };
    case 'too_small':
      return { path, message: `is ${describe(found)}; accepted is at least ${issue.minimum}` };
    case 'too_big':
      if (issue.message.startsWith('is ')) return { path, message: issue.message };
      return { path, message: `is too long; accepted is at most ${issue.maximum}` };
    default:
      return { path, message: issue.message };
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return quote(value);
  return typeof value === 'object' ? 'an object' : String(value);
}

function article(expected: string): string {
  if (expected === 'record') return 'an object';
  if (expected === 'int') return 'a whole number';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}
