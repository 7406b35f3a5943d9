import { parseCatalog, selectRelease } from '@aletheia-works/installer';
import { describe, expect, it } from 'vitest';
import { guest, releaseOf } from './install-world.ts';

const release = releaseOf(guest);
const catalog = parseCatalog({
  schemaVersion: 1,
  tools: {
    python: { default: '3.12.0', versions: { '3.12.0': release, '3.11.9': release }, names: { old: '3.11.9' } },
    pytest: { default: '8', versions: { '8': release } },
    jq: { default: '1.6', versions: { '1.6': release } },
  },
});

describe('selectRelease', () => {
  it.each([
    ['python', '3.12.0', '3.12.0'],
    ['python@3.11.9', '3.11.9', '3.11.9'],
    ['python@old', 'old', '3.11.9'],
  ])('%s is versionOrName %s and version %s', (selection, versionOrName, version) => {
    expect(selectRelease(catalog, selection)).toMatchObject({ tool: 'python', versionOrName, version });
  });

  it.each([
    ['pyton', 'it has python'],
    ['py', 'it has pytest, python'],
    ['python@3.12.1', 'it has 3.12.0'],
    ['python@newest', 'it has 3.11.9, 3.12.0, old'],
    ['zzz', 'it has jq, pytest, python'],
    ['constructor', 'the catalog has no tool "constructor"'],
    ['jq@constructor', 'no version or name "constructor"'],
  ])('refuses %s and lists near names', (selection, expected) => {
    expect(() => selectRelease(catalog, selection)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(expected) }),
    );
  });

  it.each([
    '',
    '@',
    'python@',
    '@3.12.0',
    'python@3.12.0@x',
    'https://example.org/x',
    'file:x',
    ' python',
    'a\nb',
    null,
    7,
  ])('refuses %j, which is no selection', (selection) => {
    expect(() => selectRelease(catalog, selection)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining('tool@version') }),
    );
  });
});
