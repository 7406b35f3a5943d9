import { parseNetworkOptions } from '@aletheia-works/network-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('the network option', () => {
  it('has defaults', () => {
    expect(parseNetworkOptions({ allow: [] })).toEqual({
      ok: true,
      value: { allow: [], relay: null, allowPrivate: false },
    });
  });

  it.each<[rule: string, relay: unknown, expected: unknown]>([
    ['an address', 'wss://relay.example/', { url: 'wss://relay.example/' }],
    ['an address without a path', 'ws://127.0.0.1:8080', { url: 'ws://127.0.0.1:8080/' }],
    ['an object', { url: 'wss://relay.example/w/' }, { url: 'wss://relay.example/w/' }],
    ['a token', { url: 'wss://relay.example/', token: 'a.b-c' }, { url: 'wss://relay.example/', token: 'a.b-c' }],
    ['an undefined token', { url: 'wss://relay.example/', token: undefined }, { url: 'wss://relay.example/' }],
    ['undefined', undefined, null],
  ])('takes %s as the relay', (_rule, relay, expected) => {
    expect(parseNetworkOptions({ allow: [], relay })).toMatchObject({ ok: true, value: { relay: expected } });
  });

  it.each<[rule: string, value: unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an array', []],
    ['a string', 'github.com:443'],
    ['no allow', {}],
    ['a string as allow', { allow: 'github.com:443' }],
    ['a wrong entry', { allow: ['github.com'] }],
    ['an unknown key', { allow: [], deny: [] }],
    ['an unknown key that is undefined', { allow: [], proxy: undefined }],
    ['allowPrivate as a number', { allow: [], allowPrivate: 1 }],
    ['allowPrivate as null', { allow: [], allowPrivate: null }],
    ['relay as null', { allow: [], relay: null }],
    ['relay as a number', { allow: [], relay: 1 }],
    ['a relative relay', { allow: [], relay: '/relay/' }],
    ['an https relay', { allow: [], relay: 'https://relay.example/' }],
    ['a relay with credentials', { allow: [], relay: 'wss://me:s3cret@relay.example/' }],
    ['a relay with a fragment', { allow: [], relay: 'wss://relay.example/#s3cret' }],
    ['an empty relay', { allow: [], relay: '' }],
    ['a relay without url', { allow: [], relay: { token: 's3cret' } }],
    ['a relay with an unknown key', { allow: [], relay: { url: 'wss://relay.example/', tokens: 's3cret' } }],
    ['an empty token', { allow: [], relay: { url: 'wss://relay.example/', token: '' } }],
    ['a token with a line break', { allow: [], relay: { url: 'wss://relay.example/', token: 's3cret\r\n' } }],
    ['a token that is no string', { allow: [], relay: { url: 'wss://relay.example/', token: 7 } }],
    ['a long token', { allow: [], relay: { url: 'wss://relay.example/', token: 's3cret'.repeat(1_000) } }],
  ])('refuses %s without repeating a secret', (_rule, value) => {
    const parsed = parseNetworkOptions(value);
    expect(parsed).toMatchObject({ ok: false, message: expect.stringMatching(/^Cannot use .+/) });
    expect(parsed).toHaveProperty('message', expect.not.stringContaining('s3cret'));
  });

  it('reads every property once', () => {
    let reads = 0;
    const relay = {
      get url(): string {
        reads += 1;
        return reads === 1 ? 'wss://relay.example/' : 'file:///etc/passwd';
      },
    };
    expect(parseNetworkOptions({ allow: [], relay })).toMatchObject({
      value: { relay: { url: 'wss://relay.example/' } },
    });
    expect(reads).toBe(1);
  });

  it('is a frozen copy', () => {
    const parsed = parseNetworkOptions({ allow: ['a.example:1'], relay: { url: 'wss://relay.example/' } });
    if (!parsed.ok) throw new Error(parsed.message);
    expect([parsed.value, parsed.value.allow, parsed.value.relay].every(Object.isFrozen)).toBe(true);
  });

  it('is answered for any value without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (allow, relay) => {
        expect(typeof parseNetworkOptions({ allow, relay }).ok).toBe('boolean');
        expect(typeof parseNetworkOptions(allow).ok).toBe('boolean');
      }),
    );
  });
});
