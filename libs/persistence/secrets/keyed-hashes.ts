import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { BlockKind } from '#domain/risk/block';

/**
 * Everything that is derived from the one root secret by HMAC-SHA256, each under a key of its own. Unlike the
 * encryption keys the root secret does not rotate: fingerprints and links must mean the same for ever. A class, so that
 * Nest can inject it by type.
 */
export abstract class KeyedHashes {
  /** Fingerprint of a request's content (contract §4, "same content"). */
  abstract content(project: string, canonicalBody: string): Buffer;
  /** Fingerprint of a merchant's customer, as given in `customer.identifier`: what its limits are counted by. */
  abstract customer(merchant: string, identifier: string): Buffer;
  /** A customer's keyed hash for blocklists, hexadecimal; a BIN as it is. The value must be normalized before. */
  abstract blocked(value: { readonly kind: Exclude<BlockKind, 'card'>; readonly value: string }): string;
  /** Fingerprint of a payment's transfer details (contract §7, "same again"). */
  abstract transfer(identifier: string, canonicalDetails: string): Buffer;
  /** Token of a hosted page or return link (contract §10): derived, never stored, unguessable. */
  abstract linkToken(identifier: string): string;
  /** The identifier that a token was derived from; undefined for an altered token. */
  abstract readLinkToken(token: string): string | undefined;
  /** Ties a form to the browser that was given it. */
  abstract form(identifier: string, browser: string): string;
}

/** `rootSecret`: base64 of 32 bytes (GATEWAY_SECRET). */
export function createKeyedHashes(rootSecret: string): KeyedHashes {
  const root = Buffer.from(rootSecret, 'base64');
  if (root.length !== 32) throw new Error('GATEWAY_SECRET must be base64 of 32 bytes');
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `gateway.${purpose}`, 32));
  const purposes = ['content.1', 'customer.1', 'transfer.1', 'link.1', 'form.1', 'risk.1'] as const;
  const [contentKey, customerKey, transferKey, linkKey, formKey, riskKey] = purposes.map(keyFor);
  const hash = (key: Buffer | undefined, ...parts: string[]) => {
    if (!key) throw new Error('every purpose has a key');
    return createHmac('sha256', key).update(parts.join('\n')).digest();
  };
  const linkProof = (identifierBytes: Buffer) =>
    hash(linkKey, identifierBytes.toString('hex')).subarray(0, 16);
  return {
    content: (project, canonicalBody) => hash(contentKey, project, canonicalBody),
    customer: (merchant, identifier) => hash(customerKey, merchant, identifier),
    blocked: ({ kind, value }) => (kind === 'bin' ? value : hash(riskKey, kind, value).toString('hex')),
    transfer: (identifier, canonicalDetails) => hash(transferKey, identifier, canonicalDetails),
    linkToken(identifier) {
      const bytes = Buffer.from(identifier.replaceAll('-', ''), 'hex');
      return Buffer.concat([bytes, linkProof(bytes)]).toString('base64url');
    },
    readLinkToken(token) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      // The last character carries two unused bits: only the form we give out is accepted.
      if (bytes.toString('base64url') !== token) return undefined;
      const identifierBytes = bytes.subarray(0, 16);
      if (!timingSafeEqual(bytes.subarray(16), linkProof(identifierBytes))) return undefined;
      return identifierBytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    form: (identifier, browser) => hash(formKey, identifier, browser).toString('base64url'),
  };
}
