import { ExecutionError } from '@aletheia-works/errors';
import { formatCatalogPath } from './catalog-path.ts';

/** Something wrong with a catalog, and where. */
export interface CatalogProblem {
  readonly path: readonly PropertyKey[];
  /** What is wrong; what is accepted. */
  readonly message: string;
}

/** The `INVALID_INPUT` that names the first of `problems` and says how many more there are. */
export function catalogError(problems: readonly CatalogProblem[], cause?: unknown): ExecutionError {
  const [first] = problems;
  const where = formatCatalogPath(first?.path ?? []);
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new ExecutionError(
    'INVALID_INPUT',
    `Cannot use the catalog: ${where} ${first?.message ?? 'is invalid'}${more}`,
    { cause },
  );
}
