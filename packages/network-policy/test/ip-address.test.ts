import { isIPv4, isIPv6 } from 'node:net';
import { formatAddress, parseAddress, sameAddress } from '@aletheia-works/network-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const format = (text: string): string | null => {
  const address = parseAddress(text);
  return address === null ? null : formatAddress(address);
};

describe('address literals', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['1::2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:FFFF:10.1.2.3', '10.1.2.3'],
  ])('%s is %s', (text, expected) => expect(format(text)).toBe(expected));

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.0.0.1',
    '01.2.3.4',
    '1.2.3.4 ',
    '0x7f.0.0.1',
    '１.2.3.4',
    ':',
    ':::',
    '1:2',
    '::1::',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7',
    '1::2:3:4:5:6:7:8',
    '12345::',
    'g::',
    '[::1]',
    '::1%eth0',
    '::1.2.3',
    '1.2.3.4::',
    '::1.2.3.4:5',
    ':1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:',
    'a.example',
  ])('%j is none', (text) => expect(parseAddress(text)).toBeNull());

  it('are those that the operating system reads', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      'f',
      'ffff',
      '127',
      '255',
      '256',
      '01',
      ':',
      '::',
      '.',
      '.',
      ':',
      'g',
      '00000',
    );
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.array(piece, { maxLength: 17 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        expect(parseAddress(candidate) !== null).toBe(isIPv4(candidate) || isIPv6(candidate));
      }),
      { numRuns: 5_000 },
    );
  });

  it('have the canonical text that URLs have', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text);
        if (address === null || address.family === 4) return;
        expect(`[${formatAddress(address)}]`).toBe(new URL(`http://[${text}]/`).hostname);
      }),
      { numRuns: 2_000 },
    );
  });

  it('come back from their canonical text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseAddress(text);
        if (address === null) throw new Error(`${text} was not read`);
        const again = parseAddress(formatAddress(address));
        expect(again !== null && sameAddress(address, again)).toBe(true);
      }),
    );
  });
});
