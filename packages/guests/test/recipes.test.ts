import { buildTools, readTool, toolRecipes } from '@aletheia-works/guests/tools';
import { describe, expect, it } from 'vitest';
// Not exported: what these say is decided by Debian's formats alone.
import { toSourceList } from '../dist/lib/recipes/apt-sources.js';
import { quoteLines } from '../dist/lib/recipes/compile-tool.js';

describe('the recipes', () => {
  it('name each tool once, with licence and home page', () => {
    expect(toolRecipes.map(({ name }) => name)).toEqual(['awk', 'bc', 'ed', 'jq', 'lua', 'sqlite3']);
    for (const { license, homepage } of toolRecipes) {
      expect(license).toMatch(/^[A-Za-z0-9.-]+$/);
      expect(homepage).toMatch(/^https:\/\//);
    }
  });

  it('refuse a name that they do not have, before anything is installed', async () => {
    await expect(buildTools(['lua', 'nano'])).rejects.toThrow(
      'Cannot build nano: no recipe; there are awk, bc, ed, jq, lua, sqlite3',
    );
  });

  it('say how to build what is not there', async () => {
    await expect(readTool('nano')).rejects.toThrow('it is not built; run: pnpm guests:build nano');
  });
});

describe("apt's lists", () => {
  it('become lists of sources, stanza by stanza', () => {
    const stanza = (types: string, uri: string, more = '') =>
      `Types: ${types}\n# a comment\nURIs: ${uri}\nSuites: bookworm\nComponents: main\n${more}`;
    const text = [
      stanza('deb', 'http://a.example/debian'),
      stanza('deb deb-src', 'http://a.example/debian-security/', 'Signed-By: /k.gpg\n'),
      stanza('deb', 'https://b.example/tools'),
      stanza('deb', 'http://c.example/debian', 'Enabled: no\n'),
    ].join('\n');
    expect(toSourceList(text, 'sources')).toBe(
      'Types: deb-src\nURIs: http://a.example/debian\nSuites: bookworm\nComponents: main\n\n' +
        'Types: deb-src\nURIs: http://a.example/debian-security/\nSuites: bookworm\nComponents: main\nSigned-By: /k.gpg\n',
    );
  });

  it.each([
    ['deb http://a.example/debian bookworm main', 'deb-src http://a.example/debian bookworm main\n'],
    ['deb [signed-by=/k] http://a.example/debian/ b main', 'deb-src [signed-by=/k] http://a.example/debian/ b main\n'],
    ['deb https://b.example/tools stable main', ''],
    ['# deb http://a.example/debian bookworm main', ''],
    ['deb-src http://a.example/debian bookworm main', ''],
  ])('become lists of sources, line by line: %s', (line, expected) => {
    expect(toSourceList(`${line}\n`, 'list')).toBe(expected);
  });
});

describe('quoteLines', () => {
  it('makes string literals of C', () => {
    expect(quoteLines('a "b"\n\\n\n')).toBe('"a \\"b\\"\\n"\n"\\\\n\\n"\n');
  });
});
