import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import type { RiskValue } from '#domain/risk/risk-value';
import type { KeyedHashes } from './keyed-hashes.js';
import type { KeyRing } from './envelope-cipher.js';
import { parseRootSecrets } from './root-secrets.js';

/**
 * The only trace of a card number that stays, under separate keys (GATEWAY_FINGERPRINT_KEYS): a key and a fingerprint
 * together reveal the number, of which ten digits are stored anyway.
 */
export abstract class CardFingerprints {
  /** Under the first key of the ring: what is kept. */
  abstract readonly kept: CardFingerprint;
  /** Under each key so far, the first one first: a card is recognised by any of them. */
  abstract readonly each: readonly CardFingerprint[];
}

export type CardFingerprint = (pan: string) => Buffer;

/**
 * `rootSecrets`: the text of GATEWAY_SECRET. Old releases made fingerprints with keys derived from it; they are recognised
 * too.
 */
export function createCardFingerprints(ring: KeyRing, rootSecrets: string): CardFingerprints {
  const { active, retired } = parseRootSecrets(rootSecrets);
  const inherited = [...active, ...retired].map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'gateway.card.1', 32)),
  );
  const hash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const own = ring.map(
    ({ key }): CardFingerprint =>
      (pan) =>
        hash(key, `card.2\n${pan}`),
  );
  const [kept] = own;
  assert(kept, 'a key ring holds at least one key');
  const ofOldReleases = inherited.map(
    (key): CardFingerprint =>
      (pan) =>
        hash(key, pan),
  );
  return { kept, each: [...own, ...ofOldReleases] };
}

/** Keyed hashes of people and cards for blocklists, hexadecimal; a BIN as it is. */
export abstract class RiskHashes {
  /** The hash to store. */
  abstract readonly kept: (value: RiskValue) => string;
  /** The hashes to look for, by every key and secret so far; the one to store comes first. */
  abstract readonly known: (value: RiskValue) => readonly string[];
}

export function createRiskHashes(
  hashes: Pick<KeyedHashes, 'blocked'>,
  fingerprints: CardFingerprints,
): RiskHashes {
  return {
    kept: ({ kind, value }) =>
      kind === 'card' ? fingerprints.kept(value).toString('hex') : hashes.blocked({ kind, value })[0],
    known: ({ kind, value }) =>
      kind === 'card'
        ? fingerprints.each.map((fingerprint) => fingerprint(value).toString('hex'))
        : hashes.blocked({ kind, value }),
  };
}
