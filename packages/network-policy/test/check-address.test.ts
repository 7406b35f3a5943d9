import {
  checkAddress,
  checkAnswers,
  formatAddress,
  type Host,
  isNameListed,
  type NetworkPolicy,
  parseAddress,
  parseHost,
  parseNetworkOptions,
} from '@aletheia-works/network-policy';
import { describe, expect, it } from 'vitest';

function policy(allow: string[], allowPrivate = false): NetworkPolicy {
  const parsed = parseNetworkOptions({ allow, allowPrivate });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function hostOf(text: string): Host {
  const host = parseHost(text);
  if (host === null) throw new Error(`${text} is no host`);
  return host;
}

function addressOf(text: string): NonNullable<ReturnType<typeof parseAddress>> {
  const address = parseAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return address;
}

function check(rules: NetworkPolicy, host: string, address: string, port: number): boolean | string {
  const checked = checkAddress(rules, hostOf(host), addressOf(address), port);
  return checked.ok || checked.message;
}

describe('a connection', () => {
  it.each<[rule: string, allow: string[], host: string, address: string, port: number, ok: boolean]>([
    ['a listed name at a public address', ['a.example:443'], 'a.example', '1.1.1.1', 443, true],
    ['in another spelling', ['a.example:443'], 'A.EXAMPLE.', '1.1.1.1', 443, true],
    ['at another port', ['a.example:443'], 'a.example', '1.1.1.1', 80, false],
    ['within a range', ['a.example:80-90'], 'a.example', '1.1.1.1', 90, true],
    ['past a range', ['a.example:80-90'], 'a.example', '1.1.1.1', 91, false],
    ['any port', ['a.example:*'], 'a.example', '1.1.1.1', 65_535, true],
    ['port 0 is none', ['a.example:*'], 'a.example', '1.1.1.1', 0, false],
    ['another name', ['a.example:443'], 'b.example', '1.1.1.1', 443, false],
    ['a sub-domain of an exact name', ['a.example:443'], 'x.a.example', '1.1.1.1', 443, false],
    ['a name that ends alike', ['*.example.com:443'], 'notexample.com', '1.1.1.1', 443, false],
    ['a sub-domain', ['*.example.com:443'], 'x.example.com', '1.1.1.1', 443, true],
    ['a deep sub-domain', ['*.example.com:443'], 'y.x.example.com', '1.1.1.1', 443, true],
    ['the name above sub-domains', ['*.example.com:443'], 'example.com', '1.1.1.1', 443, false],
    ['an empty list', [], 'a.example', '1.1.1.1', 443, false],
    ['a listed name at loopback', ['a.example:443'], 'a.example', '127.0.0.1', 443, false],
    ['a listed name at a private address', ['a.example:443'], 'a.example', '10.0.0.5', 443, false],
    ['a listed name at the metadata service', ['a.example:80'], 'a.example', '169.254.169.254', 80, false],
    ['a listed name at mapped loopback', ['a.example:80'], 'a.example', '::ffff:127.0.0.1', 80, false],
    ['a listed name at loopback behind NAT64', ['a.example:80'], 'a.example', '64:ff9b::7f00:1', 80, false],
    ['a listed name at the unspecified address', ['a.example:80'], 'a.example', '::', 80, false],
    ['a listed name at a listed private address', ['a.example:80', '10.0.0.5:80'], 'a.example', '10.0.0.5', 80, true],
    [
      'a listed name at a private address listed elsewhere',
      ['a.example:80', '10.0.0.5:81'],
      'a.example',
      '10.0.0.5',
      80,
      false,
    ],
    ['a listed address', ['10.0.0.5:80'], '10.0.0.5', '10.0.0.5', 80, true],
    ['a listed address in another spelling', ['127.0.0.1:80'], '0x7f.1', '127.0.0.1', 80, true],
    ['a listed address in its mapped form', ['127.0.0.1:80'], '::ffff:7f00:1', '::ffff:7f00:1', 80, true],
    ['an unlisted public address', ['a.example:80'], '1.1.1.1', '1.1.1.1', 80, false],
    ['an unlisted private address', ['a.example:80'], '10.0.0.5', '10.0.0.5', 80, false],
    ['localhost at loopback', ['localhost:80'], 'localhost', '127.0.0.1', 80, true],
    ['localhost at IPv6 loopback', ['localhost:80'], 'localhost.', '::1', 80, true],
    ['a name below localhost', ['*.localhost:80'], 'app.localhost', '127.0.0.1', 80, true],
    ['localhost that resolves elsewhere', ['localhost:80'], 'localhost', '10.0.0.5', 80, false],
    ['localhost does not list 127.0.0.1', ['localhost:80'], '127.0.0.1', '127.0.0.1', 80, false],
    ['127.0.0.1 does not list localhost', ['a.example:80'], 'localhost', '127.0.0.1', 80, false],
  ])('%s', (_rule, allow, host, address, port, ok) => {
    expect(check(policy(allow), host, address, port) === true).toBe(ok);
  });

  it('may go to private addresses of listed names when allowPrivate holds, and nowhere else', () => {
    const rules = policy(['a.example:80'], true);
    expect(check(rules, 'a.example', '10.0.0.5', 80)).toBe(true);
    expect(check(rules, 'a.example', '127.0.0.1', 80)).toBe(true);
    expect(check(rules, '10.0.0.5', '10.0.0.5', 80)).not.toBe(true);
    expect(check(rules, 'b.example', '10.0.0.5', 80)).not.toBe(true);
  });

  it('says why it is refused and what would allow it', () => {
    const refused = check(policy(['a.example:80']), 'a.example', '10.0.0.5', 80);
    expect(refused).toBe(
      'Cannot connect to a.example port 80: it resolves to 10.0.0.5, a private address; list that address itself or set allowPrivate',
    );
    expect(check(policy([]), 'a.example', '1.1.1.1', 80)).toBe(
      'Cannot connect to a.example port 80: the allowlist does not name it',
    );
  });
});

describe('the answers of one look-up', () => {
  const answers = (allow: string[], texts: string[]): string[] | string => {
    const checked = checkAnswers(policy(allow), hostOf('a.example'), texts.map(addressOf), 80);
    return checked.ok ? checked.value.map(({ address, port }) => `${formatAddress(address)} ${port}`) : checked.message;
  };

  it('are all handed on as checked', () => {
    expect(answers(['a.example:80'], ['1.1.1.1', '2606:4700::1'])).toEqual(['1.1.1.1 80', '2606:4700::1 80']);
  });

  it('are all refused when one is', () => {
    expect(answers(['a.example:80'], ['1.1.1.1', '127.0.0.1'])).toContain('127.0.0.1, a loopback address');
  });

  it('are refused when there is none', () => {
    expect(answers(['a.example:80'], [])).toContain('it has no address');
  });
});

describe('a look-up of a name', () => {
  it.each([
    ['a.example', true],
    ['x.b.example', true],
    ['b.example', false],
    ['c.example', false],
  ])('%s is listed: %s', (name, listed) => {
    expect(isNameListed(policy(['a.example:443', '*.b.example:1-2']).allow, name)).toBe(listed);
  });
});
