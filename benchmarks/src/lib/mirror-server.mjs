import { createCatalogMirror } from '@aletheia-works/guests/node';

const { catalog } = await createCatalogMirror();
process.send(catalog);
