import * as root from '@aletheia-works/formicarium';
import * as node from '@aletheia-works/formicarium/node';
import { expect, it } from 'vitest';

it('exports these values from its root', () => {
  expect(Object.keys(root).sort()).toMatchInlineSnapshot(`
    [
      "ERROR_CODES",
      "ExecutionError",
      "createCommandSession",
      "createInstaller",
      "isErrorCode",
      "parseCatalog",
      "tokenize",
    ]
  `);
});

it('exports these values for Node.js', () => {
  expect(Object.keys(node).sort()).toMatchInlineSnapshot(`
    [
      "createFileCache",
      "createSession",
      "defaultCacheDirectory",
    ]
  `);
});
