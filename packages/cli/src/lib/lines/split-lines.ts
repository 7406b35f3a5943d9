import { ExecutionError } from '@aletheia-works/formicarium';

/** Bytes of one line at most; the command API accepts fewer. */
const MAX_LINE_BYTES = 1_048_576;

/**
 * The lines of a stream of UTF-8, without their LF or CRLF. What follows the last one counts as a line unless it is
 * empty.
 *
 * @throws ExecutionError `INVALID_INPUT` for bytes that are no UTF-8, or a line without end
 */
export async function* splitLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of source) {
    let bytes: Uint8Array = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a)) {
      yield decodeLine(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > MAX_LINE_BYTES) {
      throw lineError(`it is longer than ${MAX_LINE_BYTES} bytes`);
    }
    rest = bytes;
  }
  if (rest.length > 0) yield decodeLine(rest);
}

function decodeLine(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r$/, '');
  } catch (cause) {
    throw lineError('it is no UTF-8', cause);
  }
}

function lineError(problem: string, cause?: unknown): ExecutionError {
  return new ExecutionError('INVALID_INPUT', `Cannot read a line: ${problem}`, { cause });
}
