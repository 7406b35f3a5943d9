import { BlockList } from 'node:net';
import { classifyAddress, formatAddress, parseAddress } from '@aletheia-works/network-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const classify = (text: string): string => {
  const address = parseAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return classifyAddress(address);
};

describe('address classes', () => {
  it.each([
    ['1.1.1.1', 'public'],
    ['9.255.255.255', 'public'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['11.0.0.0', 'public'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['100.63.255.255', 'public'],
    ['100.64.0.0', 'cgnat'],
    ['100.127.255.255', 'cgnat'],
    ['100.128.0.0', 'public'],
    ['100.100.100.200', 'metadata'],
    ['126.255.255.255', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['128.0.0.0', 'public'],
    ['169.253.255.255', 'public'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['172.15.255.255', 'public'],
    ['172.16.0.0', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.0', 'public'],
    ['192.0.0.1', 'reserved'],
    ['192.0.0.192', 'metadata'],
    ['192.0.1.0', 'public'],
    ['192.0.2.1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['192.167.255.255', 'public'],
    ['192.168.0.1', 'private'],
    ['192.169.0.0', 'public'],
    ['198.17.255.255', 'public'],
    ['198.18.0.1', 'reserved'],
    ['198.19.255.255', 'reserved'],
    ['198.51.100.7', 'reserved'],
    ['203.0.113.7', 'reserved'],
    ['223.255.255.255', 'public'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.254', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['2606:4700:4700::1111', 'public'],
    ['2003::1', 'public'],
    ['4000::1', 'reserved'],
    ['100::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['2001::1', 'reserved'],
    ['2001:1ff::1', 'reserved'],
    ['2001:200::1', 'public'],
    ['2001:db8::1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['3fff:1000::1', 'public'],
    ['fc00::1', 'private'],
    ['fdff::1', 'private'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    // An IPv4 address inside an IPv6 one counts.
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['::ffff:8.8.8.8', 'public'],
    ['::127.0.0.1', 'loopback'],
    ['::10.0.0.1', 'private'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['64:ff9b:1::8.8.8.8', 'private'],
    ['2002:7f00:1::', 'loopback'],
    ['2002:a9fe:a9fe::1', 'metadata'],
    ['2002:808:808::1', 'public'],
  ])('%s is %s', (address, what) => expect(classify(address)).toBe(what));

  it('calls nothing public that the IPv4 registry keeps off the internet', () => {
    const special = new BlockList();
    for (const [base, bits] of [
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['192.88.99.0', 24],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 3],
    ] as const) {
      special.addSubnet(base, bits, 'ipv4');
    }
    const first = fc.constantFrom(0, 9, 10, 100, 126, 127, 169, 172, 192, 198, 203, 223, 224, 240, 255);
    const address = fc
      .tuple(
        fc.oneof(first, fc.nat(255)),
        fc.oneof(fc.constantFrom(0, 16, 18, 51, 64, 88, 168, 254), fc.nat(255)),
        fc.nat(255),
        fc.nat(255),
      )
      .map((bytes) => bytes.join('.'));
    fc.assert(
      fc.property(address, (text) => {
        expect(classify(text) === 'public').toBe(!special.check(text, 'ipv4'));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same for an IPv4 address and every IPv6 form that carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        for (const form of [`::ffff:${text}`, `64:ff9b::${text}`, `2002:${high}:${low}::1`, `::ffff:0:${text}`]) {
          expect(classify(form)).toBe(classify(text));
        }
      }),
    );
  });

  it('has an answer for every address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text);
        if (address === null) throw new Error(text);
        expect(classifyAddress(address), formatAddress(address)).toMatch(/^[a-z-]+$/);
      }),
    );
  });
});
