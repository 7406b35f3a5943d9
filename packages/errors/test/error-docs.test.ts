import { readFile } from 'node:fs/promises';
import { ERROR_CODES, type ErrorCode } from '@aletheia-works/errors';
import { describe, expect, it } from 'vitest';

// Compiles only while its keys are exactly the members of the type.
const members = {
  INVALID_INPUT: true,
  UNSUPPORTED_ENV: true,
  ASSET_LOAD: true,
  CORE_INIT: true,
  EXECUTION: true,
  SNAPSHOT: true,
  TIMEOUT: true,
  ABORTED: true,
  BUSY: true,
  DISPOSED: true,
  NOT_FOUND: true,
  NOT_FILE: true,
  QUOTA: true,
  NETWORK: true,
  FETCH: true,
  DIGEST: true,
  ARCHIVE: true,
  GUEST_FORMAT: true,
} satisfies Record<ErrorCode, true>;

const docs = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const sections = docs.split(/^## /m).slice(1);

describe('the list of error codes', () => {
  it('is equal in the constant, the type and the documentation', () => {
    const codes = [...ERROR_CODES];
    const headings = sections.map((section) => section.slice(0, section.indexOf('\n')));
    expect(Object.keys(members)).toEqual(codes);
    expect(headings).toEqual(codes);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('is equal in the shipped declaration', async () => {
    const declaration = new URL('./lib/error-codes.d.ts', import.meta.resolve('@aletheia-works/errors'));
    const list = /ERROR_CODES: readonly \[([^\]]*)\]/.exec(await readFile(declaration, 'utf8'))?.[1] ?? '';
    expect(list.match(/[A-Z_]+/g)).toEqual([...ERROR_CODES]);
  });

  it('cannot be changed at run time', () => {
    expect(Object.isFrozen(ERROR_CODES)).toBe(true);
  });

  it.each(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))(
    'the section on %s says what it means, who throws it and what to do',
    (_code, section) => {
      for (const part of ['**Meaning.**', '**Thrown by.**', '**What to do.**']) expect(section).toContain(part);
    },
  );
});
