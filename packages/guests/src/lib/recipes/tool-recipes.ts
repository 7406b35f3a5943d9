import type { Recipe } from './recipe.ts';
import { bc } from './tools/bc.ts';
import { ed } from './tools/ed.ts';
import { jq } from './tools/jq.ts';
import { lua } from './tools/lua.ts';
import { originalAwk } from './tools/original-awk.ts';
import { sqlite3 } from './tools/sqlite3.ts';

/** Every tool that `pnpm guests:build` knows, by the command's name. */
export const toolRecipes: readonly Recipe[] = Object.freeze([originalAwk, bc, ed, jq, lua, sqlite3]);

/**
 * The recipes of some tools, in the order of {@link toolRecipes}; all without names.
 *
 * @throws Error that names what is unknown and what there is
 */
export function selectRecipes(names: readonly string[]): readonly Recipe[] {
  const known = toolRecipes.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Cannot build ${unknown.join(', ')}: no recipe; there are ${known.join(', ')}`);
  }
  return names.length === 0 ? toolRecipes : toolRecipes.filter(({ name }) => names.includes(name));
}
