import { signatureParameters } from './signature-parameters.js';
import { digestOf, formatHttpDate, headerFields } from './signed-text.js';
import { requestSecretBytes } from './signing-secret.js';
import { verifySignedMessage, type ReceivedMessage, type SignatureRefusal } from './verify-signed-message.js';

export type RequestToSign = {
  readonly method: string;
  /** Path with its query, percent-encoded as it will be sent. */
  readonly path: string;
  /** The `Host` header as it will be sent, with its port unless it is the scheme's own. */
  readonly host: string;
  readonly date: Date;
  /** The exact bytes that will be sent; empty on GET. */
  readonly body: Buffer | string;
  readonly keyId: string;
  /** Base64 of 32 bytes. */
  readonly secret: string;
};

export type RequestSignatureHeaders = {
  readonly 'content-type': string;
  readonly host: string;
  readonly date: string;
  readonly digest: string;
  readonly authorization: string;
};

/** The five headers of specification §5 for one request (contract §2). Throws on a malformed key. */
export function signRequest(request: RequestToSign): RequestSignatureHeaders {
  const { host, keyId } = request;
  const date = formatHttpDate(request.date);
  const digest = digestOf(request.body);
  const parameters = signatureParameters(
    { ...request, host, date, digest },
    requestSecretBytes(request.secret),
    keyId,
  );
  const authorization = `Signature ${parameters}`;
  return { 'content-type': 'application/json', host, date, digest, authorization };
}

/** `secret` is base64 of 32 bytes. Further fields of the key are returned with the verification. */
export type KeyRecord = { readonly secret: string };

export type RequestRules = {
  readonly now: Date;
  /** Accepted `Host` headers; an entry without port accepts any port. */
  readonly hosts: readonly string[];
  /** How far `Date` may be from `now`, in either direction. */
  readonly skewSeconds: number;
};

export type RequestVerification<Key extends KeyRecord> =
  { readonly kind: 'verified'; readonly keyId: string; readonly key: Key } | SignatureRefusal;

/**
 * Verifies a merchant's request over its raw bytes (contract §2). Unknown key and wrong signature are one refusal.
 * `findKey` must not look into the prototype of an object: `constructor` is a well-formed key id.
 */
export function verifyRequest<Key extends KeyRecord>(
  request: ReceivedMessage,
  findKey: (keyId: string) => Key | undefined,
  rules: RequestRules,
): RequestVerification<Key> {
  let found: Key | undefined;
  const findSecret = (keyId: string): Buffer | undefined => {
    found = findKey(keyId);
    return found && requestSecretBytes(found.secret);
  };
  const verification = verifySignedMessage(
    request,
    headerFields(request.rawHeaders),
    'authorization',
    findSecret,
    rules,
  );
  if (verification.kind === 'refused') return verification;
  // Stryker disable next-line ConditionalExpression,StringLiteral: never true, because a request without its key is refused above
  if (found === undefined) throw new Error('A verified request has a key');
  return { kind: 'verified', keyId: verification.keyId, key: found };
}
