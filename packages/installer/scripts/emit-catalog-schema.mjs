// Writes the JSON Schema of a catalog, made from the definition that parseCatalog checks with.
import { writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { catalogSchema } from '../dist/lib/catalog/catalog-schema.js';

const schema = {
  title: 'formicarium catalog',
  description: 'Guests that can be installed: fixed URLs with every digest.',
  ...z.toJSONSchema(catalogSchema),
};
const target = process.argv[2] ?? new URL('../dist/catalog.schema.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(schema, null, 2)}\n`);
