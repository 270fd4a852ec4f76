import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from '#domain/values/text';
import { createCardFingerprints } from '#persistence/secrets/card-fingerprints';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { canonicalBody, RequestFingerprints, writtenBody } from './request-fingerprint.js';
import { parseBody } from '../../http/parse-body.js';

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

const keys = fc.constantFrom('reference', 'amount', 'customer', 'extra', 'meta', 'b', 'a', 'Z', 'é');
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

/** What a body says: an amount by its value, and nothing of what counts as missing. */
function meant(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => meant(item)).filter((item) => item !== undefined);
  if (typeof value === 'string' && isBlank(value)) return undefined;
  if (key === 'amount' && typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return Number(value);
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'object') return value;
  const members = Object.entries(value ?? {}).flatMap(([name, member]) => {
    const kept = meant(member);
    return kept === undefined ? [] : [[name, kept]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function digits(min: number, max: number): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
}

describe('canonicalBody', () => {
  it('sorts keys at every depth', () => {
    expect(canonical('{ "b": [ {"z":1,"y":10.5} ], "a":100, "c":"x" }')).toBe(
      '{"a":100,"b":[{"y":10.5,"z":1}],"c":"x"}',
    );
  });

  it.each([
    ['{"amount":25.50}', '{"amount":25.5}'],
    ['{"amount":25.50}', '{"amount":"25.5"}'],
    ['{"amount":"25.50"}', '{"amount":"25.5"}'],
    ['{"amount":"25"}', '{"amount":"25.00"}'],
    ['{"amount":25}', '{"amount":25.00}'],
    ['{"extra":{"meta":{"x":1.0,"y":1E+2}}}', '{"extra":{"meta":{"x":1,"y":100}}}'],
    ['{"a":[1.10,-0]}', '{"a":[1.1,0]}'],
    ['{"a":1,"b":null}', '{"a":1}'],
    ['{"a":1,"b":"","c":" \\u200b"}', '{"a":1}'],
    ['{"customer":{"identifier":"a","city":null}}', '{"customer":{"identifier":"a"}}'],
    ['{"a":1,"extra":{"meta":null}}', '{"a":1}'],
    ['{"a":1,"extra":{"meta":{"x":null}}}', '{"a":1,"extra":{}}'],
    ['{"card":{"cvv":"123"},"a":1}', '{"a":1}'],
  ])('%s is the same content as %s', (one, other) => {
    expect(canonical(one)).toBe(canonical(other));
  });

  it('distinguishes other money, texts that look like equal numbers, and digits beyond a float', () => {
    const texts = [
      '{"amount":10.1}',
      '{"amount":10.11}',
      '{"amount":101}',
      '{"amount":[10.1]}',
      '{"amount":{"a":10.1}}',
      '{"amount":"10.1 "}',
      '{"amount":"ten"}',
      '{"reference":"1"}',
      '{"reference":"1.0"}',
      '{"reference":1}',
      '{"extra":{"meta":{"amount":"1"}}}',
      '{"extra":{"meta":{"amount":"1.0"}}}',
      '{"extra":{"meta":{"amount":1}}}',
      '{"extra":{"meta":{"x":9007199254740993}}}',
      '{"extra":{"meta":{"x":9007199254740992}}}',
      '{"extra":{"meta":{"x":true}}}',
      '{"extra":{"meta":{"x":"true"}}}',
      '{"extra":{"meta":{"x":" a"}}}',
      '{"extra":{"meta":{"x":"a"}}}',
      '{}',
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

  it('is the same for values that differ only in missing fields', () => {
    fc.assert(
      fc.property(objects, objects, (one, other) => {
        const isSame = isDeepStrictEqual(meant(one), meant(other));
        expect(canonical(JSON.stringify(one)) === canonical(JSON.stringify(other))).toBe(isSame);
      }),
    );
  });

  it('changes with any changed value', () => {
    fc.assert(
      fc.property(objects, keys, fc.string(), (object, key, text) => {
        const changed = { ...object, [key]: { changed: [`${text}!`, object[key] ?? null] } };
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

  it('hashes a PAN of another JSON type, and two PANs differently', () => {
    const texts = ['4242424242424242', '"4242424242424242"', '"4000000000000002"', '["4242424242424242"]'];
    const made = texts.map((pan) => canonical(`{"card":{"pan":${pan},"cvv":123}}`));
    for (const text of made) expect(text).not.toMatch(/4242424242424242|4000000000000002|123}/);
    expect(made[2]).not.toBe(made[1]);
  });

  it('replaces fields only inside card', () => {
    expect(canonical('{"extra":{"pan":"1","cvv":"2"},"pan":"3","cvv":"4"}')).toBe(
      '{"cvv":"4","extra":{"cvv":"2","pan":"1"},"pan":"3"}',
    );
    expect(canonical('{"card":"none"}')).toBe('{"card":"none"}');
  });
});

describe('the fingerprint of a request', () => {
  const rootSecret = Buffer.alloc(32, 1).toString('base64');
  const hashes = createKeyedHashes(rootSecret);
  const cards = createCardFingerprints([{ id: 'a', key: Buffer.alloc(32, 2) }], rootSecret);
  const fingerprints = new RequestFingerprints(hashes, cards);
  const parse = (text: string) => {
    const reading = parseBody(Buffer.from(text));
    if (reading.kind !== 'object') throw new Error(`${text} is a JSON object`);
    return reading.value;
  };
  const of = (text: string) => fingerprints.of('shop', parse(text));
  /** As releases stored it that compared numbers as they were written. */
  const storedBefore = (text: string) =>
    hashes.content(
      'shop',
      writtenBody(parse(text), (pan) => cards.kept(pan).toString('base64')),
    )[0];

  const body =
    '{"reference":"a","amount":25.50,"description":null,"card":{"pan":"4242424242424242","cvv":"123"}}';

  it('re-joins a payment of the previous release, by the same bytes', () => {
    expect(of(body).isSame(storedBefore(body))).toBe(true);
    expect(of(body.replace('25.50', '25.51')).isSame(storedBefore(body))).toBe(false);
    expect(of(body.replace('4242"', '4241"')).isSame(storedBefore(body))).toBe(false);
    expect(of(body).isSame(Buffer.alloc(32))).toBe(false);
  });

  it('re-joins what was stored before GATEWAY_SECRET was replaced', () => {
    const next = Buffer.alloc(32, 3).toString('base64');
    for (const text of [`${next},${rootSecret}`, `${next},retired:${rootSecret}`]) {
      const cardsOf = createCardFingerprints([{ id: 'a', key: Buffer.alloc(32, 2) }], text);
      const later = new RequestFingerprints(createKeyedHashes(text), cardsOf).of('shop', parse(body));
      expect(later.isSame(of(body).stored)).toBe(true);
      expect(later.isSame(storedBefore(body))).toBe(true);
      expect(later.isSame(of(body.replace('25.50', '25.51')).stored)).toBe(false);
      expect(of(body).isSame(later.stored)).toBe(false);
    }
  });

  it('equals that of the previous release for a body without missing fields and trailing zeros', () => {
    const plain =
      '{"reference":"a","amount":25.5,"extra":{"meta":{"x":-7,"y":[true,"1.0"]}},"card":{"pan":"4242424242424242"}}';
    expect(of(plain).stored).toEqual(storedBefore(plain));
  });

  it('re-joins equal content in any spelling', () => {
    const other = '{"card":{"cvv":"999","pan":"4242424242424242"},"amount":25.5,"reference":"a","lang":""}';
    expect(of(other).isSame(of(body).stored)).toBe(true);
    expect(of(other.replace('"a"', '"b"')).isSame(of(body).stored)).toBe(false);
  });
});
