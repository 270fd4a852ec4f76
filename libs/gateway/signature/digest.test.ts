import { describe, expect, it } from 'vitest';
import { digestOf, isDigestOf } from './digest.js';

const emptyDigest = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const thing = Buffer.from('Thing to POST');
const thingDigest = 'SHA-256=rEcNhYZoBKiR29D30w1JcgArNlF8rXIXf5MnIL/4kcc=';

describe('digestOf', () => {
  it('is the digest of the empty string when there is no body', () => {
    expect(digestOf('')).toBe(emptyDigest);
    expect(digestOf(Buffer.alloc(0))).toBe(emptyDigest);
  });

  it('agrees with a published vector', () => {
    expect(digestOf(thing)).toBe(thingDigest);
  });
});

describe('isDigestOf', () => {
  it('takes the algorithm in any case', () => {
    expect(isDigestOf(thingDigest, thing)).toBe(true);
    expect(isDigestOf(thingDigest.replace('SHA', 'sha'), thing)).toBe(true);
  });

  it.each([
    ['another body', emptyDigest],
    ['two entries', `${thingDigest},${thingDigest}`],
    ['another algorithm', thingDigest.replace('256', '512')],
    ['junk that the decoder would skip', thingDigest.replace('rE', 'rE ')],
    ['no padding', thingDigest.slice(0, -1)],
    ['nothing', ''],
  ])('refuses %s', (_, header) => {
    expect(isDigestOf(header, thing)).toBe(false);
  });
});
