import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalBody } from './request-fingerprint.js';
import { parseBody } from '../http/parse-body.js';

function hashPan(pan: string): string {
  return createHmac('sha256', 'key').update(pan).digest('base64');
}

function canonical(text: string): string {
  const reading = parseBody(Buffer.from(text));
  if (reading.kind !== 'object') throw new Error(`${text} is a JSON object`);
  return canonicalBody(reading.value, hashPan);
}

/** An object's JSON with its keys in reverse at every depth. */
function reversed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(reversed).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toReversed();
  return `{ ${members.map(([key, member]) => `${JSON.stringify(key)} : ${reversed(member)}`).join(' , ')} }`;
}

const keys = fc.constantFrom('reference', 'amount', 'customer', 'extra', 'meta', 'b', 'a', 'Z', 'é', '');
const { tree: objects } = fc.letrec<{ tree: Record<string, unknown>; value: unknown }>((tie) => ({
  tree: fc.dictionary(keys, tie('value')),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
    tie('tree'),
  ),
}));

function digits(min: number, max: number): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
}

describe('canonicalBody', () => {
  it('sorts keys at every depth and keeps numbers as written', () => {
    expect(canonical('{ "b": [ {"z":1,"y":10.10} ], "a":1e2, "c":null }')).toBe(
      '{"a":1e2,"b":[{"y":10.10,"z":1}],"c":null}',
    );
  });

  it('tells 10.1 from 10.10, a number from a string and a missing field from null', () => {
    const texts = [
      '{"amount":10.1}',
      '{"amount":10.10}',
      '{"amount":"10.1"}',
      '{"amount":null}',
      '{}',
      '{"amount":[10.1]}',
    ];
    expect(new Set(texts.map(canonical)).size).toBe(texts.length);
  });

  it('does not depend on the order of keys or on spaces', () => {
    fc.assert(
      fc.property(objects, (object) => {
        expect(canonical(reversed(object))).toBe(canonical(JSON.stringify(object)));
      }),
    );
  });

  it('is the same for equal values only', () => {
    fc.assert(
      fc.property(objects, objects, (one, other) => {
        const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
        const isSame = isDeepStrictEqual(JSON.parse(first), JSON.parse(second));
        expect(canonical(first) === canonical(second)).toBe(isSame);
      }),
    );
  });

  it('changes with any changed value', () => {
    fc.assert(
      fc.property(objects, keys, fc.string(), (object, key, text) => {
        const changed = { ...object, [key]: { changed: [text, object[key] ?? null] } };
        expect(canonical(JSON.stringify(changed))).not.toBe(canonical(JSON.stringify(object)));
      }),
    );
  });

  it('holds neither CVV nor PAN, and is the same content with another CVV', () => {
    fc.assert(
      fc.property(digits(12, 19), digits(3, 4), digits(3, 4), (pan, cvv, otherCvv) => {
        const body = (code: string): string => JSON.stringify({ card: { pan, cvv: code, exp_month: '12' } });
        const text = canonical(body(cvv));
        expect(text).toBe(`{"card":{"exp_month":"12","pan":${JSON.stringify(hashPan(pan))}}}`);
        expect(text).toBe(canonical(body(otherCvv)));
        expect(text).not.toContain(pan);
      }),
    );
  });

  it('hashes a PAN that came as another type, and tells two PANs apart', () => {
    const texts = ['4242424242424242', '"4242424242424242"', '"4000000000000002"', '["4242424242424242"]'];
    const made = texts.map((pan) => canonical(`{"card":{"pan":${pan},"cvv":123}}`));
    for (const text of made) expect(text).not.toMatch(/4242424242424242|4000000000000002|123}/);
    expect(made[2]).not.toBe(made[1]);
  });

  it('replaces the fields of card alone', () => {
    expect(canonical('{"extra":{"pan":"1","cvv":"2"},"pan":"3","cvv":"4"}')).toBe(
      '{"cvv":"4","extra":{"cvv":"2","pan":"1"},"pan":"3"}',
    );
    expect(canonical('{"card":"none"}')).toBe('{"card":"none"}');
    expect(canonical('{"card":{}}')).toBe('{"card":{}}');
  });
});
