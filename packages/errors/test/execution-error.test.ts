import { ExecutionError, isErrorCode } from '@aletheia-works/errors';
import { describe, expect, it } from 'vitest';

/** A second copy of the class, as two versions of the package in one tree would give. */
async function importCopy(): Promise<typeof ExecutionError> {
  const entry = import.meta.resolve('@aletheia-works/errors');
  const module = await import(new URL('./index.js?copy=2', entry).href);
  return module.ExecutionError;
}

describe('ExecutionError', () => {
  it('is an Error with a code, a message, a cause and empty output', () => {
    const cause = new Error('below');
    const error = new ExecutionError('BUSY', 'Cannot run: busy', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ExecutionError', code: 'BUSY', message: 'Cannot run: busy', cause });
    expect(error.runId).toBeUndefined();
    expect(error.stdout).toEqual(new Uint8Array(0));
    expect(error.stderr).toEqual(new Uint8Array(0));
    expect(String(error)).toBe('ExecutionError: Cannot run: busy');
  });

  it('carries the run and its partial output', () => {
    const details = { runId: 'run-1', stdout: Uint8Array.of(1), stderr: Uint8Array.of(2, 3) };
    expect(new ExecutionError('TIMEOUT', 'm', details)).toMatchObject(details);
  });

  it('has no cause property when none was given', () => {
    expect(Object.hasOwn(new ExecutionError('BUSY', 'm'), 'cause')).toBe(false);
  });

  it('is recognised across two copies of the package, both ways', async () => {
    const Copy = await importCopy();
    expect(Copy).not.toBe(ExecutionError);
    expect(new Copy('FETCH', 'm') instanceof ExecutionError).toBe(true);
    expect(new ExecutionError('FETCH', 'm') instanceof Copy).toBe(true);
  });

  it.each([
    ['an Error', new Error('m')],
    ['an object of the same shape', { name: 'ExecutionError', code: 'BUSY', message: 'm' }],
    ['null', null],
    ['undefined', undefined],
    ['a string', 'BUSY'],
    ['a function', () => 0],
  ])('does not recognise %s', (_what, value) => {
    expect((value as unknown) instanceof ExecutionError).toBe(false);
  });

  it('leaves instanceof of a subclass to the subclass', () => {
    class Special extends ExecutionError {}
    expect(new Special('BUSY', 'm') instanceof Special).toBe(true);
    expect(new Special('BUSY', 'm') instanceof ExecutionError).toBe(true);
    expect(new ExecutionError('BUSY', 'm') instanceof Special).toBe(false);
  });

  it('shows no brand when enumerated', () => {
    const shown = new ExecutionError('BUSY', 'm');
    expect(Object.keys(shown).sort()).toEqual(['code', 'name', 'runId', 'stderr', 'stdout']);
  });
});

describe('isErrorCode', () => {
  it.each(['INVALID_INPUT', 'GUEST_FORMAT'])('accepts %s', (code) => expect(isErrorCode(code)).toBe(true));
  it.each(['invalid_input', '', 'toString', '__proto__', undefined, 7, ['BUSY']])('refuses %j', (value) => {
    expect(isErrorCode(value)).toBe(false);
  });
});
