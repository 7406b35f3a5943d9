export type { Progress } from './lib/recipes/apt-packages.ts';
export { type BuildToolsOptions, type BuiltTool, buildTools, readTool } from './lib/recipes/build-tools.ts';
export type { Recipe, Step } from './lib/recipes/recipe.ts';
export type { ToolReport } from './lib/recipes/tool-cache.ts';
export { toolRecipes } from './lib/recipes/tool-recipes.ts';
