import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { BlockKind } from '#domain/risk/block';
import { parseRootSecrets } from './root-secrets.js';

/** One hash for each secret: first the one that is stored, then those by which what was stored earlier is recognised. */
export type HashForEach<Hash = Buffer> = readonly [stored: Hash, ...others: Hash[]];

/**
 * Everything that is derived from the secrets of GATEWAY_SECRET by HMAC-SHA256, each under a key of its own. A class, so
 * that Nest can inject it by type.
 */
export abstract class KeyedHashes {
  /** Fingerprints of a request's content (contract §4, "same content"). */
  abstract content(project: string, canonicalBody: string): HashForEach;
  /**
   * Fingerprints of a merchant's customer, as given in `customer.identifier`, by the active secrets: the customer's limits
   * are counted by each.
   */
  abstract customer(merchant: string, identifier: string): HashForEach;
  /** A customer's keyed hashes for blocklists, hexadecimal; a BIN as it is. The value must be normalized before. */
  abstract blocked(value: {
    readonly kind: Exclude<BlockKind, 'card'>;
    readonly value: string;
  }): HashForEach<string>;
  /** Fingerprints of a payment's transfer details (contract §7, "same again"). */
  abstract transfer(identifier: string, canonicalDetails: string): HashForEach;
  /** Token of a hosted page or return link (contract §10): derived, never stored, unguessable. */
  abstract linkToken(identifier: string): string;
  /** The identifier that a token was derived from by an active secret; undefined for every other token. */
  abstract readLinkToken(token: string): string | undefined;
  /** Proofs that tie a form to the browser that was given it, by the active secrets. */
  abstract form(identifier: string, browser: string): HashForEach<string>;
}

/** `rootSecrets`: the text of GATEWAY_SECRET. Throws if it is malformed. */
export function createKeyedHashes(rootSecrets: string): KeyedHashes {
  const secrets = parseRootSecrets(rootSecrets);
  const [first, ...others] = secrets.active;
  const current = deriveKeys(first);
  const otherActive = others.map(deriveKeys);
  const retired = secrets.retired.map(deriveKeys);
  const byActive = <Hash>(hashBy: (keys: Keys) => Hash): HashForEach<Hash> => [
    hashBy(current),
    ...otherActive.map(hashBy),
  ];
  const byAll = <Hash>(hashBy: (keys: Keys) => Hash): HashForEach<Hash> => [
    ...byActive(hashBy),
    ...retired.map(hashBy),
  ];
  return {
    content: (project, canonicalBody) => byAll((keys) => hash(keys.content, project, canonicalBody)),
    customer: (merchant, identifier) => byActive((keys) => hash(keys.customer, merchant, identifier)),
    blocked: ({ kind, value }) =>
      kind === 'bin' ? [value] : byAll((keys) => hash(keys.risk, kind, value).toString('hex')),
    transfer: (identifier, canonicalDetails) =>
      byAll((keys) => hash(keys.transfer, identifier, canonicalDetails)),
    linkToken(identifier) {
      const bytes = Buffer.from(identifier.replaceAll('-', ''), 'hex');
      return Buffer.concat([bytes, linkProof(current, bytes)]).toString('base64url');
    },
    readLinkToken(token) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      // The last character carries two unused bits: only the form we give out is accepted.
      if (bytes.toString('base64url') !== token) return undefined;
      const identifierBytes = bytes.subarray(0, 16);
      const proofs = byActive((keys) => linkProof(keys, identifierBytes));
      if (!proofs.some((proof) => timingSafeEqual(bytes.subarray(16), proof))) return undefined;
      return identifierBytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    form: (identifier, browser) =>
      byActive((keys) => hash(keys.form, identifier, browser).toString('base64url')),
  };
}

type Keys = ReturnType<typeof deriveKeys>;

/** A key for each purpose. */
function deriveKeys(secret: Buffer) {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `gateway.${purpose}`, 32));
  return {
    content: keyFor('content.1'),
    customer: keyFor('customer.1'),
    transfer: keyFor('transfer.1'),
    link: keyFor('link.1'),
    form: keyFor('form.1'),
    risk: keyFor('risk.1'),
  };
}

function hash(key: Buffer, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\n')).digest();
}

function linkProof({ link }: Keys, identifierBytes: Buffer): Buffer {
  return hash(link, identifierBytes.toString('hex')).subarray(0, 16);
}
