import { ERROR_CODES, ExecutionError, fromErrorWire, isErrorCode, toErrorWire } from '@aletheia-works/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) chain.push(cause);
  return chain;
}

describe('an error that crosses a worker boundary', () => {
  it.each(ERROR_CODES)('keeps the code %s, the message and the cause', (code) => {
    const error = new ExecutionError(code, 'Cannot do it', { cause: new ExecutionError('QUOTA', 'full') });
    const arrived = fromErrorWire(structuredClone(toErrorWire(error)));
    expect(arrived).toBeInstanceOf(ExecutionError);
    expect(arrived).toMatchObject({ code, message: 'Cannot do it' });
    expect(arrived.cause).toMatchObject({ code: 'QUOTA', message: 'full' });
  });

  it('leaves run id and output behind', () => {
    const wire = toErrorWire(new ExecutionError('TIMEOUT', 'm', { runId: 'r', stdout: Uint8Array.of(1) }));
    expect(wire).toEqual({ code: 'TIMEOUT', message: 'm' });
  });

  it.each<[what: string, thrown: unknown, message: string]>([
    ['a trap keeps its message', new WebAssembly.RuntimeError('unreachable'), 'RuntimeError: unreachable'],
    ['a TypeError keeps its message', new TypeError('x is not a function'), 'TypeError: x is not a function'],
    [
      'a system error gives its code only',
      Object.assign(new Error('open /home/me'), { code: 'ENOENT' }),
      'Error ENOENT',
    ],
    [
      'a TypeError with a code gives the code',
      Object.assign(new TypeError('got s3cret'), { code: 'ERR_X' }),
      'TypeError ERR_X',
    ],
    ['any other error gives its name only', new SyntaxError('Unexpected token in "s3cret"'), 'SyntaxError'],
    ['a strange name is not passed on', Object.assign(new Error('m'), { name: 's3cret!' }), 'Error'],
    ['a strange code is not passed on', Object.assign(new Error('m'), { code: 'my s3cret' }), 'Error'],
    ['a string', 's3cret', 'A value of type string was thrown'],
    ['null', null, 'A value of type null was thrown'],
    ['undefined', undefined, 'A value of type undefined was thrown'],
    ['a symbol', Symbol('s3cret'), 'A value of type symbol was thrown'],
    ['an object without prototype', Object.create(null), 'A value of type object was thrown'],
  ])('%s', (_what, thrown, message) => {
    expect(toErrorWire(thrown)).toEqual({ code: 'EXECUTION', message });
  });

  it('survives a thrown value that throws when looked at', () => {
    const explode = (): never => {
      throw new Error('looked at');
    };
    const proxy = new Proxy({}, { has: explode, get: explode, getPrototypeOf: explode });
    const trap = Object.defineProperty(new Error('m'), 'cause', { get: explode });
    expect(toErrorWire(proxy)).toEqual({ code: 'EXECUTION', message: 'Cannot describe the thrown value' });
    expect(toErrorWire(trap)).toEqual({ code: 'EXECUTION', message: 'Cannot describe the thrown value' });
  });

  it('does not pass on a code that is not in the list', () => {
    const forged = Object.assign(new ExecutionError('BUSY', 'm'), { code: 'OWNED' });
    expect(toErrorWire(forged).code).toBe('EXECUTION');
  });

  it('cuts a cycle of causes on both sides', () => {
    const error = new ExecutionError('BUSY', 'round');
    Object.defineProperty(error, 'cause', { value: error });
    expect(causes(fromErrorWire(toErrorWire(error)))).toHaveLength(9);
    const wire: Record<string, unknown> = { code: 'BUSY', message: 'round' };
    wire.cause = wire;
    expect(causes(fromErrorWire(structuredClone(wire)))).toHaveLength(9);
  });

  it('cuts a long message on both sides', () => {
    const long = 'x'.repeat(100_000);
    expect(toErrorWire(new ExecutionError('BUSY', long)).message).toHaveLength(4_096);
    expect(fromErrorWire({ code: 'BUSY', message: long }).message).toHaveLength(4_096);
  });
});

describe('a malformed wire form', () => {
  it.each<[what: string, wire: unknown, code: string]>([
    ['undefined', undefined, 'EXECUTION'],
    ['null', null, 'EXECUTION'],
    ['a string', 'BUSY', 'EXECUTION'],
    ['an empty object', {}, 'EXECUTION'],
    ['an unknown code', { code: 'OWNED', message: 'm' }, 'EXECUTION'],
    ['a code that is no string', { code: ['BUSY'], message: 'm' }, 'EXECUTION'],
    ['a message that is no string', { code: 'BUSY', message: { toString: 1 } }, 'BUSY'],
    ['a name from Object.prototype', { code: 'constructor', message: 'm' }, 'EXECUTION'],
    ['an array', ['BUSY', 'm'], 'EXECUTION'],
  ])('%s becomes an ExecutionError', (_what, wire, code) => {
    const error = fromErrorWire(wire);
    expect(error).toBeInstanceOf(ExecutionError);
    expect(error.code).toBe(code);
    expect(error.message).not.toBe('');
  });

  it('with a malformed cause keeps the outer error', () => {
    const error = fromErrorWire({ code: 'BUSY', message: 'm', cause: 7 });
    expect(error).toMatchObject({ code: 'BUSY', message: 'm', cause: { code: 'EXECUTION' } });
  });

  it('of any shape gives a listed code and a text', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (wire) => {
        const error = fromErrorWire(wire);
        expect(isErrorCode(error.code)).toBe(true);
        expect(typeof error.message).toBe('string');
      }),
    );
  });

  it('is never made by toErrorWire, whatever was thrown', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (thrown) => {
        const wire = structuredClone(toErrorWire(thrown));
        expect(fromErrorWire(wire)).toMatchObject({ code: wire.code, message: wire.message });
      }),
    );
  });
});
