import { headerFields } from './header-fields.js';
import { requestSecretBytes } from './signing-secret.js';
import { verifySignedMessage } from './verify-signed-message.js';
import type { ReceivedMessage, SignatureRefusal } from './verify-signed-message.js';

/** What is known of a key; `secret` is base64 of 32 bytes. Whatever else it carries comes back with the verdict. */
export type KeyRecord = { readonly secret: string };

export type RequestRules = {
  readonly now: Date;
  /** Accepted `Host` headers; an entry without port accepts any port. */
  readonly hosts: readonly string[];
  /** How far `Date` may be from `now`, in either direction. */
  readonly skewSeconds: number;
};

export type RequestVerdict<Key extends KeyRecord> =
  { readonly kind: 'verified'; readonly keyId: string; readonly key: Key } | SignatureRefusal;

/**
 * Verifies a merchant's request over its raw bytes (contract §2). Unknown key and wrong signature are one refusal.
 * `findKey` must not look into the prototype of an object: `constructor` is a well-formed key id.
 */
export function verifyRequest<Key extends KeyRecord>(
  request: ReceivedMessage,
  findKey: (keyId: string) => Key | undefined,
  rules: RequestRules,
): RequestVerdict<Key> {
  let found: Key | undefined;
  const findSecret = (keyId: string): Buffer | undefined => {
    found = findKey(keyId);
    return found && requestSecretBytes(found.secret);
  };
  const verdict = verifySignedMessage(
    request,
    headerFields(request.rawHeaders),
    'authorization',
    findSecret,
    rules,
  );
  if (verdict.kind === 'refused') return verdict;
  if (found === undefined) throw new Error('A verified request has a key');
  return { kind: 'verified', keyId: verdict.keyId, key: found };
}
