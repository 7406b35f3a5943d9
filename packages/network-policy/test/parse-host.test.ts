import { formatAddress, isLoopbackName, parseHost, parseHostName } from '@aletheia-works/network-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const read = (text: string): string | null => {
  const host = parseHost(text);
  if (host === null) return null;
  return host.kind === 'name' ? `name ${host.name}` : formatAddress(host.address);
};

describe('a host as a program names it', () => {
  it.each([
    ['example.com', 'name example.com'],
    ['EXAMPLE.com.', 'name example.com'],
    ['localhost', 'name localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['0x7f.0.0.1', '127.0.0.1'],
    ['0X7F000001', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['10.1', '10.0.0.1'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['[::]', '::'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['[64:ff9b::7f00:1]', '64:ff9b::7f00:1'],
  ])('%s is %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    '',
    '.',
    '..',
    'a..b',
    '256.256.256.256',
    '1.2.3.4.5',
    '4294967296',
    '0x100000000',
    '08',
    '1.2.3.08',
    '[127.0.0.1]',
    '[a.example]',
    '[::1',
    '::1]',
    'a b',
    'a/b',
    'a:80',
    'a@b',
    '%61',
    '１２７.0.0.1',
    'a\0b',
    '::1%lo',
    '127.0.0.1..',
    'a.0x7f',
  ])('%j is none', (text) => expect(read(text)).toBeNull());

  it('reads numbers as URLs do', () => {
    const number = fc.constantFrom(
      '0',
      '1',
      '127',
      '255',
      '256',
      '0x7f',
      '0377',
      '08',
      '0x',
      '65536',
      '16777216',
      '4294967295',
      '4294967296',
    );
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
        const text = numbers.join('.');
        let expected: string | null = null;
        try {
          expected = new URL(`http://${text}/`).hostname;
        } catch {}
        expect(read(text)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a host name', () => {
  it('never holds a character that a URL or a header would read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const name = parseHostName(text);
        if (name !== null) expect(name).toMatch(/^[a-z0-9_.-]+$/);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['localhost', true],
    ['app.localhost', true],
    ['localhost.example', false],
    ['notlocalhost', false],
  ])('%s means the host itself: %s', (name, expected) => expect(isLoopbackName(name)).toBe(expected));
});
