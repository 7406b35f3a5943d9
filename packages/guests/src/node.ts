export {
  type CatalogMirror,
  type CatalogMirrorOptions,
  createCatalogMirror,
} from './lib/mirror/create-catalog-mirror.ts';
