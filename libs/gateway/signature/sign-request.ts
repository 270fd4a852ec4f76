import { digestOf } from './digest.js';
import { formatHttpDate } from './http-date.js';
import { formatSignatureParameters, requiredCovered } from './signature-parameters.js';
import { requestSecretBytes } from './signing-secret.js';
import { hmacSha256, signingString } from './signing-string.js';

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

export type SignedParts = {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly date: string;
  readonly digest: string;
};

/** The parameters of a signature over the four required names, the same in requests and in callbacks. */
export function signatureParameters(parts: SignedParts, secret: Buffer, keyId: string): string {
  const fields = new Map([
    ['host', [parts.host]],
    ['date', [parts.date]],
    ['digest', [parts.digest]],
  ]);
  const text = signingString(requiredCovered, { method: parts.method, target: parts.path, fields });
  return formatSignatureParameters({ keyId, covered: requiredCovered, signature: hmacSha256(secret, text) });
}
