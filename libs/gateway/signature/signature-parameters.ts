import { hmacSha256, signedBytes, signingString } from './signed-text.js';

/** The parameters of a signature header: draft-cavage-http-signatures-12 §2.1, as narrowed by contract §2. */
export type SignatureParameters = {
  readonly keyId: string;
  /** Covered names in the order of the signing string, lower-case, without repetition. */
  readonly covered: readonly string[];
  /** 32 bytes. */
  readonly signature: Buffer;
};

/** `problem` is a sentence for the caller; it repeats nothing of the header. */
export type ParametersReading =
  | { readonly kind: 'read'; readonly parameters: SignatureParameters }
  | { readonly kind: 'malformed'; readonly problem: string };

/** The names that every signature covers, in the order in which we sign them. */
export const requiredCovered = ['(request-target)', 'host', 'date', 'digest'] as const;

/** Reads `keyId="…",algorithm="hmac-sha256",headers="…",signature="…"`. Unknown parameters are ignored. */
export function parseSignatureParameters(text: string): ParametersReading {
  if (text.length > parametersLengthMax) return malformed(`is longer than ${parametersLengthMax} characters`);
  const pairs = splitPairs(text);
  if (pairs === undefined)
    return malformed('is not a list of distinct name="value" pairs separated by commas');

  const keyId = pairs.get('keyId');
  if (keyId === undefined || !keyIdForm.test(keyId)) return malformed('has no valid keyId');
  if (pairs.get('algorithm') !== 'hmac-sha256') return malformed('must name algorithm="hmac-sha256"');

  const covered = pairs.get('headers')?.split(' ');
  if (!covered?.every((name) => coveredForm.test(name))) {
    return malformed('has no valid headers list: lower-case names separated by one space');
  }
  if (new Set(covered).size !== covered.length) return malformed('names a header twice in its headers list');
  const uncovered = requiredCovered.filter((name) => !covered.includes(name));
  if (uncovered.length > 0) return malformed(`does not cover ${uncovered.join(', ')}`);

  // Stryker disable next-line StringLiteral: every text that is no signature is refused alike
  const encoded = pairs.get('signature') ?? '';
  const signature = Buffer.from(encoded, 'base64');
  // The decoder skips junk and stops at the first padding; only the text that it would write itself counts.
  if (signature.length !== signatureLength || signature.toString('base64') !== encoded) {
    return malformed('has no valid signature: base64 of 32 bytes');
  }
  return { kind: 'read', parameters: { keyId, covered, signature } };
}

/** The well-formed key id in a header, with or without a scheme before it, whatever is wrong with the rest. */
export function readKeyId(text: string): string | undefined {
  return /(?:^|[ \t,])keyId="([A-Za-z0-9_-]{1,64})"/.exec(text.slice(0, parametersLengthMax))?.[1];
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
  const signature = hmacSha256(secret, signedBytes(text));
  return formatSignatureParameters({ keyId, covered: requiredCovered, signature });
}

/** Writes the parameters as a header value, without a scheme. */
export function formatSignatureParameters(parameters: SignatureParameters): string {
  if (!keyIdForm.test(parameters.keyId))
    throw new Error('A key id has 1 to 64 letters, digits, _ and - only');
  return [
    `keyId="${parameters.keyId}"`,
    'algorithm="hmac-sha256"',
    `headers="${parameters.covered.join(' ')}"`,
    `signature="${parameters.signature.toString('base64')}"`,
  ].join(',');
}

function splitPairs(text: string): ReadonlyMap<string, string> | undefined {
  if (!listForm.test(text)) return undefined;
  const pairs = new Map<string, string>();
  // Stryker disable next-line StringLiteral: name and value are part of every match
  for (const [, name = '', value = ''] of text.matchAll(pairForm)) {
    if (pairs.has(name)) return undefined;
    pairs.set(name, value);
  }
  return pairs;
}

function malformed(problem: string): ParametersReading {
  return { kind: 'malformed', problem };
}

const parametersLengthMax = 1024;
const pairForm = /([A-Za-z]+)="([\x20-\x21\x23-\x5b\x5d-\x7e]*)"/g;
const listForm = new RegExp(`^${pairForm.source}(?:[ \\t]*,[ \\t]*${pairForm.source})*$`);
const keyIdForm = /^[A-Za-z0-9_-]{1,64}$/;
// The other names in brackets, (created) and (expires), are not for HMAC keys (draft §2.3).
const coveredForm = /^(?:\(request-target\)|[a-z0-9!#$%&'*+.^_`|~-]+)$/;
const signatureLength = 32;
