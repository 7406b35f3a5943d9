export { catalog } from './lib/catalog/catalog.ts';
export { mirrorCatalog } from './lib/catalog/mirror-catalog.ts';
export type { CatalogueTool, ToolCatalog, ToolRelease } from './lib/catalog/tool-catalog.ts';
