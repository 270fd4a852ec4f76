import * as fc from 'fast-check';

/** One of the words of a text, or of the further texts. */
export function wordOf(text: string, ...further: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...text.trim().split(/\s+/), ...further);
}

/** JSON texts of numbers, and of what only looks like a number, that a reader may misread. */
export const oddNumber: fc.Arbitrary<string> = fc.oneof(
  wordOf(`0 -0 -1 00 010 +1 .5 5. 1e2 1E+2 1e400 -1e400 1e-400 1e999999999 0.1e1 10.0 NaN Infinity
    10.000000000000000000000000000001 0.0000000000000000000000000000000000001 0x10 1_000 1,000 \u0661\u0660
    9007199254740993 999999999999999 1000000000000000 99999999999999999999999999999999999999999999`),
  fc.stringMatching(/^-?\d{1,60}(\.\d{1,60})?(e-?\d{1,3})?$/),
  fc.double().map(String),
);

/** JSON texts of strings that have a meaning for Unicode, HTML, SQL, a shell or a file system. */
const knownStrings = wordOf(
  String.raw`"\u0000" "a\u0000b" "\ud800" "\udc00\ud800" "\ud83d\ude00" "\u202egnp.exe" "\u200b"
    "\u00a0\u2003" "\ufeffideal" "\uffff" "\u001b[31m" "\u0085\u2028\u2029" "\x41" "\u12" "е\u0455\u0456\u0501"
    "ｉｄｅａｌ" "İDEAL" "ß\u0301\u0301\u0301\u0301\u0301\u0301\u0301" "👩‍👩‍👧‍👦" "../../etc/passwd" "." ".." "%00"
    "<script>alert(1)</script>" "$where" "null" "undefined" "true" "2026-02-30" "http://169.254.169.254/"
    "https://user:password@shop.example.com/" "javascript:alert(1)" "a@b@c"`,
  '"\n"',
  '"\t"',
  `"' or 1=1 --"`,
  '"${jndi:ldap://x}"',
  '"[object Object]"',
);
const longString = fc
  .tuple(
    fc.constantFrom('a', 'é', '\u{1F600}', '\u0301', ' ', '9', '中', '\u200f'),
    fc.constantFrom(24, 128, 129, 255, 256, 1024, 1025, 2048, 2049, 20_000),
  )
  .map(([unit, length]) => JSON.stringify(unit.repeat(length)));
const anyString = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text));

export const oddString: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: knownStrings },
  { weight: 3, arbitrary: longString },
  { weight: 1, arbitrary: anyString },
);

/** JSON texts of every type, empty and not. */
export const oddType: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary:
      wordOf(String.raw`null true false 0 1 "" "\u0020" "\t" [] {} [null] [[]] [{}] {"":{}} {"$ne":null}
      {"toString":"x"} {"length":1} {"then":1} {"0":"a","1":"b"}`),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
);

/** Changes a key into one close to it, or a strange one. */
export const oddKey: fc.Arbitrary<(key: string) => string> = fc.oneof(
  fc.constantFrom(
    (key: string) => key.toUpperCase(),
    (key: string) => ` ${key}`,
    (key: string) => `${key} `,
    (key: string) => `${key}[]`,
    (key: string) => `${key}\u200b`,
    (key: string) => key.replace('_', ''),
    (key: string) => `${key}s`,
  ),
  fc
    .constantFrom('', ' ', '$', 'a.b', 'toString', 'hasOwnProperty', '\u202e', 'е', '\ud83d\ude00', '0', '*')
    .map((key) => () => key),
);

const malformedUtf8 = ['ff', 'c080', 'eda080', 'f4908080', 'e282'];
/** Bytes that are not UTF-8. */
export const badUtf8: fc.Arbitrary<Buffer> = fc.constantFrom(...malformedUtf8).map(fromHex);
/** Those, and a NUL and a byte order mark. */
export const oddBytes: fc.Arbitrary<Buffer> = fc.constantFrom(...malformedUtf8, '00', 'efbbbf').map(fromHex);

function fromHex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
