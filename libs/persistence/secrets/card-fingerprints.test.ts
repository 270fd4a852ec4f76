import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCardFingerprints, createRiskHashes, type CardFingerprints } from './card-fingerprints.js';
import { createKeyedHashes } from './keyed-hashes.js';

const rootSecret = randomBytes(32).toString('base64');
const older = { id: 'k1', key: randomBytes(32) };
const newer = { id: 'k2', key: randomBytes(32) };
const pan = '4242424242424242';

const known = ({ each }: CardFingerprints, of: string) => each.map((fingerprint) => fingerprint(of));

describe('fingerprints of cards', () => {
  const before = createCardFingerprints([older], rootSecret);
  const after = createCardFingerprints([newer, older], rootSecret);

  it('are kept under the first key, and known by those of the keys before it', () => {
    expect(before.kept(pan)).toEqual(known(before, pan)[0]);
    expect(after.kept(pan)).not.toEqual(before.kept(pan));
    expect(known(after, pan)).toContainEqual(before.kept(pan));
    expect(known(after, pan)).toContainEqual(after.kept(pan));
    expect(known(after, '4242424242424259')).not.toContainEqual(before.kept(pan));
  });

  it('are not made with the root secret, and known by what an earlier release made with it', () => {
    const other = createCardFingerprints([older], randomBytes(32).toString('base64'));
    expect(other.kept(pan)).toEqual(before.kept(pan));
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(rootSecret, 'base64'), '', 'gateway.card.1', 32));
    const inherited = createHmac('sha256', key).update(pan).digest();
    expect(known(before, pan)).toContainEqual(inherited);
    const next = randomBytes(32).toString('base64');
    for (const replaced of [`${next},${rootSecret}`, `${next},retired:${rootSecret}`])
      expect(known(createCardFingerprints([older], replaced), pan)).toContainEqual(inherited);
  });
});

describe('the hashes that blocklists are searched for', () => {
  const hashes = createKeyedHashes(rootSecret);
  const risk = createRiskHashes(hashes, createCardFingerprints([newer, older], rootSecret));
  const earlier = createRiskHashes(hashes, createCardFingerprints([older], rootSecret));

  it('find a card that was blocked before the key was changed', () => {
    expect(risk.known({ kind: 'card', value: pan })).toContain(earlier.kept({ kind: 'card', value: pan }));
  });

  it('find a person who was blocked before the secret was replaced', () => {
    const next = randomBytes(32).toString('base64');
    const person = { kind: 'phone', value: '34600000000' } as const;
    for (const replaced of [`${next},${rootSecret}`, `${next},retired:${rootSecret}`]) {
      const later = createRiskHashes(createKeyedHashes(replaced), createCardFingerprints([older], replaced));
      expect(later.known(person)).toContain(earlier.kept(person));
      expect(later.known(person)[0]).toBe(later.kept(person));
    }
  });

  it('are one value of a person under one secret, and a BIN as it is', () => {
    expect(risk.known({ kind: 'email', value: 'a@b' })).toEqual([risk.kept({ kind: 'email', value: 'a@b' })]);
    expect(risk.kept({ kind: 'bin', value: '424242' })).toBe('424242');
  });
});
