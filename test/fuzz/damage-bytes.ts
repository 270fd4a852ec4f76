import * as fc from 'fast-check';
import { damage, invalid, type Damages } from './damage.js';
import type { Expected } from './fuzz-request.js';
import { badUtf8, oddBytes, wordOf } from './odd-values.js';

/** Contract §3: the largest body that is read. */
const bodyBytesMax = 64 * 1024;
const tooLarge: Expected = { status: 413, code: 30 };

/** Damages a body that was JSON, below the level of JSON. */
export function damageBytes(): Damages {
  return fc.oneof(
    row('cut off', invalid, fc.nat(), (bytes, at) =>
      bytes.subarray(0, 1 + (at % Math.max(1, bytes.length - 1))),
    ),
    row('invalid UTF-8', undefined, fc.tuple(fc.nat(), badUtf8), (bytes, [at, what]) =>
      inserted(bytes, insideString(bytes, at), what),
    ),
    row('odd bytes', undefined, fc.tuple(fc.nat(), oddBytes), (bytes, [at, what]) =>
      inserted(bytes, at % (bytes.length + 1), what),
    ),
    row('byte order mark', invalid, fc.constant('\uFEFF'), (bytes, mark) =>
      inserted(bytes, 0, Buffer.from(mark)),
    ),
    row('flipped bits', undefined, flips, flipped),
    row(
      'something after it',
      invalid,
      fc.constantFrom(',', '}', '{}', ']', ' x', '\0', '//', '/**/'),
      (bytes, text) => inserted(bytes, bytes.length, Buffer.from(text)),
    ),
    row('twice', invalid, fc.constant(2), (bytes, times) => Buffer.concat(Array<Buffer>(times).fill(bytes))),
    row('UTF-16', invalid, fc.constant('utf16le' as const), (bytes, encoding) =>
      Buffer.from(bytes.toString(), encoding),
    ),
    row('single quotes', invalid, fc.constant("'"), (bytes, quote) =>
      Buffer.from(bytes.toString().replaceAll('"', quote)),
    ),
    row('trailing comma', invalid, wordOf(',} ,,} ,"a"} ,"a":}'), (bytes, text) =>
      Buffer.from(bytes.toString().replace(/\}$/, text)),
    ),
    row(
      'only',
      invalid,
      wordOf(String.raw`[] [{}] \ "ideal" 0 true nul undefined { } " {]`),
      (_bytes, text) => Buffer.from(text),
    ),
    row('nothing', undefined, fc.constantFrom('', ' ', '\r\n', 'null', ' null\t'), (_bytes, text) =>
      Buffer.from(text),
    ),
    row('exactly 64 KiB', undefined, fc.constant(0), padded),
    row('more than 64 KiB', tooLarge, fc.constantFrom(1, 2, 1_000, 100_000), padded),
    row(
      'brackets',
      invalid,
      fc.tuple(wordOf(String.raw`[ {"a": " [{ {"\ \"`), fc.integer({ min: 1, max: 9_000 })),
      (_bytes, [text, count]) => Buffer.from(text.repeat(count)),
    ),
    row('noise', undefined, fc.uint8Array({ minLength: 1, maxLength: 600, size: 'max' }), (_bytes, noise) =>
      Buffer.from(noise),
    ),
  );
}

function row<Choice>(
  name: string,
  expected: Expected | undefined,
  choices: fc.Arbitrary<Choice>,
  change: (bytes: Buffer, choice: Choice) => Buffer,
): Damages {
  return choices.map((choice) =>
    damage('b bytes', ({ toSign }) => ({
      name,
      toSign: { ...toSign, body: change(toSign.body, choice) },
      expected,
    })),
  );
}

function insideString(bytes: Buffer, at: number): number {
  const quotes = [...bytes].flatMap((byte, index) => (byte === 0x22 ? [index + 1] : []));
  return quotes[at % quotes.length] ?? 0;
}

function inserted(bytes: Buffer, at: number, what: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)]);
}

const flips = fc.array(fc.tuple(fc.nat(), fc.nat(7)), { minLength: 1, maxLength: 8 });

function flipped(bytes: Buffer, places: readonly (readonly [at: number, bit: number])[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, bit] of places) {
    const place = at % Math.max(1, copy.length);
    copy[place] = (copy[place] ?? 0) ^ (1 << bit);
  }
  return copy;
}

function padded(bytes: Buffer, further: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, bodyBytesMax + further - bytes.length), ' ')]);
}
