import { parseAllow, parseAllowEntry } from '@aletheia-works/network-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const canonical = (entry: string): string => {
  const parsed = parseAllowEntry(entry);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value.text;
};

describe('an allowlist entry', () => {
  it.each([
    ['a name and a port', 'github.com:443', 'github.com:443'],
    ['is lower-cased', 'GitHub.COM:443', 'github.com:443'],
    ['loses a trailing dot', 'github.com.:443', 'github.com:443'],
    ['gets the ASCII form of its name', 'bücher.example:80', 'xn--bcher-kva.example:80'],
    ['gets it with ideographic dots and wide letters', 'ｇithub。com:443', 'github.com:443'],
    ['keeps an ASCII form', 'XN--BCHER-KVA.example:80', 'xn--bcher-kva.example:80'],
    ['may have one label', 'localhost:3000', 'localhost:3000'],
    ['may have an underscore', '_dmarc.example.com:53', '_dmarc.example.com:53'],
    ['may have digits in all labels but the last', '1.2.example:1', '1.2.example:1'],
    ['stands for sub-domains', '*.Example.com:443', '*.example.com:443'],
    ['stands for the sub-domains of localhost', '*.localhost:*', '*.localhost:*'],
    ['an IPv4 address', '10.0.0.5:5432', '10.0.0.5:5432'],
    ['an IPv6 address', '[2001:DB8:0::1]:80', '[2001:db8::1]:80'],
    ['an IPv4-mapped address is that IPv4 address', '[::ffff:127.0.0.1]:80', '127.0.0.1:80'],
    ['a range of ports', 'example.com:8000-8010', 'example.com:8000-8010'],
    ['a range of one port', 'example.com:80-80', 'example.com:80'],
    ['any port', 'example.com:*', 'example.com:*'],
    ['the largest port', 'example.com:65535', 'example.com:65535'],
    ['a label of 63 characters', `${'a'.repeat(63)}.example:1`, `${'a'.repeat(63)}.example:1`],
  ])('%s', (_rule, entry, text) => expect(canonical(entry)).toBe(text));

  it.each<[rule: string, entry: unknown]>([
    ['no string', 443],
    ['null', null],
    ['empty', ''],
    ['no port', 'github.com'],
    ['an empty port', 'github.com:'],
    ['no host', ':443'],
    ['port 0', 'github.com:0'],
    ['port 65536', 'github.com:65536'],
    ['a signed port', 'github.com:+80'],
    ['a port with a leading zero', 'github.com:080'],
    ['a port name', 'github.com:https'],
    ['a port in wide digits', 'github.com:４４３'],
    ['a falling range', 'github.com:90-80'],
    ['an open range', 'github.com:80-'],
    ['a list of ports', 'github.com:80,443'],
    ['white space', ' github.com:443'],
    ['white space before the port', 'github.com: 443'],
    ['a line feed', 'github.com:443\n'],
    ['a NUL', 'github\0.com:443'],
    ['a URL', 'https://github.com:443'],
    ['a path', 'github.com/x:443'],
    ['a user', 'me@github.com:443'],
    ['percent encoding', 'git%68ub.com:443'],
    ['a star for every host', '*:443'],
    ['a star inside a name', 'a.*.com:443'],
    ['a star at the end', 'example.*:443'],
    ['a star that is part of a label', '*x.example.com:443'],
    ['a star before an address', '*.10.0.0.1:443'],
    ['a star before nothing', '*.:443'],
    ['an empty label', 'a..com:443'],
    ['two trailing dots', 'a.com..:443'],
    ['a leading dot', '.a.com:443'],
    ['a label that begins with a hyphen', '-a.com:443'],
    ['a label of 64 characters', `${'a'.repeat(64)}.com:443`],
    ['a name of 254 characters', `${'a.'.repeat(126)}aa:443`],
    ['a broken ASCII form', 'xn--\u007f.com:443'],
    ['an ASCII form of nothing', 'xn--a-.com:443'],
    ['IPv6 without brackets', '::1:443'],
    ['IPv6 with a zone', '[fe80::1%eth0]:443'],
    ['IPv4 in brackets', '[1.2.3.4]:443'],
    ['a name in brackets', '[github.com]:443'],
    ['an open bracket', '[::1:443'],
    ['brackets without a port', '[::1]'],
    ['IPv4 with a leading zero', '010.0.0.1:80'],
    ['IPv4 in hexadecimal', '0x7f.0.0.1:80'],
    ['IPv4 as one number', '2130706433:80'],
    ['IPv4 of three parts', '127.0.1:80'],
    ['IPv4 out of range', '256.0.0.1:80'],
    ['IPv4 in wide digits', '１２７.０.０.１:80'],
    ['a network', '10.0.0.0/8:80'],
    ['a name that ends in a number', 'example.1:80'],
    ['a lone surrogate', 'a\ud800.com:80'],
  ])('%s is refused', (_rule, entry) => {
    const parsed = parseAllowEntry(entry);
    expect(parsed.ok).toBe(false);
    expect(parsed).toHaveProperty(
      'message',
      expect.stringMatching(/^Cannot use the allowlist entry .*; accepted are "name:port"/s),
    );
    if (typeof entry === 'string' && entry !== '') {
      expect(parsed).toHaveProperty(
        'message',
        expect.stringContaining(JSON.stringify(entry.slice(0, 60)).slice(1, -1)),
      );
    }
  });

  it('is its own canonical form the second time', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
    const name = fc
      .tuple(fc.array(label, { maxLength: 3 }), fc.stringMatching(/^[a-z]{2,6}$/))
      .map(([labels, top]) => [...labels, top].join('.'));
    const host = fc.oneof(
      name,
      name.map((text) => `*.${text}`),
      fc.ipV4(),
      fc.ipV6().map((text) => `[${text}]`),
    );
    const port = fc.oneof(
      fc.integer({ min: 1, max: 65_535 }).map(String),
      fc
        .tuple(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }))
        .map((pair) => pair.sort((a, b) => a - b).join('-')),
      fc.constant('*'),
    );
    fc.assert(
      fc.property(host, port, (where, which) => {
        const entry = parseAllowEntry(`${where}:${which}`);
        // A label such as "xn--a" may be no valid ASCII form.
        if (!entry.ok) return expect(where).toContain('xn--');
        expect(parseAllowEntry(entry.value.text)).toEqual(entry);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is answered for any value without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
        expect(typeof parseAllowEntry(value).ok).toBe('boolean');
      }),
    );
  });
});

describe('an allowlist', () => {
  it('may be empty', () => expect(parseAllow([])).toEqual({ ok: true, value: [] }));

  it('may have 256 entries and no more', () => {
    expect(parseAllow(Array(256).fill('a.example:1')).ok).toBe(true);
    expect(parseAllow(Array(257).fill('a.example:1'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('256'),
    });
  });

  it.each([[undefined], [null], ['a.example:1'], [{ 0: 'a.example:1', length: 1 }], [new Set(['a.example:1'])]])(
    '%j is refused',
    (value) => expect(parseAllow(value)).toMatchObject({ ok: false, message: expect.stringContaining('an array') }),
  );

  it('names the entry that is wrong', () => {
    expect(parseAllow(['a.example:1', 'b.example'])).toMatchObject({
      ok: false,
      message: expect.stringContaining('"b.example"'),
    });
    expect(parseAllow(Array(2))).toMatchObject({ ok: false, message: expect.stringContaining('undefined') });
  });

  it('is a frozen copy', () => {
    const given = ['a.example:1'];
    const parsed = parseAllow(given);
    given.push('b.example:1');
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.value).toHaveLength(1);
    expect(Object.isFrozen(parsed.value)).toBe(true);
    expect(parsed.value.every((entry) => Object.isFrozen(entry) && Object.isFrozen(entry.ports))).toBe(true);
  });
});
