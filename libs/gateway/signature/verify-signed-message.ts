import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parseSignatureParameters, readKeyId } from './signature-parameters.js';
import {
  headerTitle,
  hmacSha256,
  isDigestOf,
  parseHttpDate,
  signedBytes,
  signingString,
  singleField,
  findSkew,
  type HeaderFields,
} from './signed-text.js';

/** A message as received, before anything has parsed or changed it. */
export type ReceivedMessage = {
  readonly method: string;
  /** Path and query exactly as on the request line (`request.url` of Node). */
  readonly target: string;
  /** `request.rawHeaders` of Node. */
  readonly rawHeaders: readonly string[];
  /** Empty when there is no body. */
  readonly rawBody: Buffer;
};

export type SignatureRules = {
  readonly now: Date;
  /** Accepted `Host` headers, an entry without port accepts any port; undefined accepts every host. */
  readonly hosts: readonly string[] | undefined;
  /** How far `Date` may be from `now`, in either direction. */
  readonly skewSeconds: number;
};

export type SignatureProblem =
  | 'headerNotAccepted'
  | 'bodyNotAccepted'
  | 'targetNotAccepted'
  | 'headerMissing'
  | 'headerRepeated'
  | 'signatureMalformed'
  | 'dateMalformed'
  | 'dateSkewed'
  | 'hostNotAccepted'
  | 'digestWrong'
  | 'notRecognized';

/** `description` is for the caller: it reveals nothing about keys. */
export type SignatureRefusal = {
  readonly kind: 'refused';
  readonly problem: SignatureProblem;
  readonly description: string;
  /** The key id that the message names, if it has the form of one. */
  readonly keyId?: string;
  /** The text that this service has verified, if the signature is wrong; for the sender of the message only. */
  readonly signedText?: string;
};

export type SignatureVerification = { readonly kind: 'verified'; readonly keyId: string } | SignatureRefusal;

/** Where the parameters stand: requests say `Authorization: Signature …`, callbacks say `Signature: …`. */
export type SignatureHeader = 'authorization' | 'signature';

/** Verifies one message against the key that it names (contract §2). `findSecret` is called once, after all other checks. */
export function verifySignedMessage(
  message: ReceivedMessage,
  fields: HeaderFields,
  signatureHeader: SignatureHeader,
  findSecret: (keyId: string) => Buffer | undefined,
  rules: SignatureRules,
): SignatureVerification {
  const verification = check(message, fields, signatureHeader, findSecret, rules);
  // Stryker disable next-line ConditionalExpression,StringLiteral: a verified message names its key, so that nothing would be added
  if (verification.kind === 'verified') return verification;
  const parameters = singleField(fields, signatureHeader);
  const keyId = parameters === undefined ? undefined : readKeyId(parameters);
  return keyId === undefined ? verification : { ...verification, keyId };
}

function check(
  message: ReceivedMessage,
  fields: HeaderFields,
  signatureHeader: SignatureHeader,
  findSecret: (keyId: string) => Buffer | undefined,
  rules: SignatureRules,
): SignatureVerification {
  const framing = findFramingProblem(message, fields);
  if (framing) return framing;

  const credentials = singleField(fields, signatureHeader);
  const digest = singleField(fields, 'digest');
  const host = singleField(fields, 'host');
  const date = singleField(fields, 'date');
  if (credentials === undefined || digest === undefined || host === undefined || date === undefined)
    return refuseHeaders(fields, [signatureHeader, 'digest', 'host', 'date']);

  const stale = findDateProblem(date, rules);
  if (stale) return stale;
  if (rules.hosts && !isAcceptedHost(host, rules.hosts)) {
    return refused('hostNotAccepted', `Host ${shown(host)} is not a name of this service`);
  }
  if (!isDigestOf(digest, message.rawBody)) {
    return refused('digestWrong', 'Digest is not SHA-256=<base64> of the body as received');
  }
  return verifyParameters(credentials, message, fields, signatureHeader, findSecret);
}

/** Names the required headers that are missing, or else those that were sent more than once. */
function refuseHeaders(fields: HeaderFields, required: readonly string[]): SignatureRefusal {
  const missing = required.filter((name) => !fields.has(name));
  if (missing.length > 0) return refused('headerMissing', `Missing header: ${titles(missing)}`);
  const repeated = required.filter((name) => singleField(fields, name) === undefined);
  return refused('headerRepeated', `Header sent more than once: ${titles(repeated)}`);
}

function findFramingProblem(message: ReceivedMessage, fields: HeaderFields): SignatureRefusal | undefined {
  if (!message.target.startsWith('/')) {
    return refused('targetNotAccepted', 'The request line must name a path, not a whole URL');
  }
  // A coded body would make "the body" of the digest ambiguous (RFC 3230 against RFC 9530).
  if (fields.has('content-encoding')) return refused('headerNotAccepted', 'Content-Encoding is not accepted');
  if (fields.has('transfer-encoding') && fields.has('content-length')) {
    return refused('headerNotAccepted', 'Transfer-Encoding together with Content-Length is not accepted');
  }
  // The body of these is not read, so its digest would never be verified.
  if (['GET', 'HEAD'].includes(message.method) && announcesBody(fields)) {
    return refused('bodyNotAccepted', `${message.method} takes no body`);
  }
  return undefined;
}

function announcesBody(fields: HeaderFields): boolean {
  const lengths = fields.get('content-length') ?? [];
  return fields.has('transfer-encoding') || lengths.some((length) => Number(length) !== 0);
}

function findDateProblem(date: string, rules: SignatureRules): SignatureRefusal | undefined {
  const signedAt = parseHttpDate(date, rules.now);
  if (!signedAt) return refused('dateMalformed', 'Date must look like Sun, 05 Jan 2014 21:31:40 GMT');
  const problem = findSkew(signedAt, rules);
  return problem === undefined ? undefined : refused('dateSkewed', `Date ${problem}`);
}

function verifyParameters(
  credentials: string,
  message: ReceivedMessage,
  fields: HeaderFields,
  signatureHeader: SignatureHeader,
  findSecret: (keyId: string) => Buffer | undefined,
): SignatureVerification {
  const title = headerTitle(signatureHeader);
  const text = signatureHeader === 'authorization' ? withoutScheme(credentials) : credentials;
  if (text === undefined)
    return refused('signatureMalformed', `${title} must begin with the scheme Signature`);
  const reading = parseSignatureParameters(text);
  if (reading.kind === 'malformed') return refused('signatureMalformed', `${title} ${reading.problem}`);

  const { keyId, covered, signature } = reading.parameters;
  const absent = covered.filter((name) => name !== '(request-target)' && !fields.has(name));
  if (absent.length > 0) return refused('headerMissing', `Missing header: ${titles(absent)}`);

  const secret = findSecret(keyId);
  const signed = signedBytes(signingString(covered, { ...message, fields }));
  const expected = hmacSha256(secret ?? dummySecret, signed);
  const isEqual = timingSafeEqual(expected, signature);
  // Stryker disable next-line ConditionalExpression: no message has a signature by the random secret
  if (secret === undefined || !isEqual) {
    const refusal = refused('notRecognized', 'The key is unknown or the signature is wrong');
    return { ...refusal, signedText: signed.toString('utf8') };
  }
  return { kind: 'verified', keyId };
}

function withoutScheme(credentials: string): string | undefined {
  return schemeForm.exec(credentials)?.[1];
}

/** The host as sent, with printable characters only and of bounded length. */
function shown(host: string): string {
  const printable = host.replaceAll(/[^\x20-\x7e]/g, '?');
  return `"${printable.slice(0, shownMax)}${printable.length > shownMax ? '...' : ''}"`;
}

const shownMax = 100;

function titles(names: readonly string[]): string {
  return names.map(headerTitle).join(', ');
}

function refused(problem: SignatureProblem, description: string): SignatureRefusal {
  return { kind: 'refused', problem, description };
}

// An unknown key costs the same work as a known one, so that the time taken does not reveal which keys exist.
const dummySecret = randomBytes(32);
const schemeForm = /^signature +(.*)$/i;

/**
 * Whether a `Host` header is in the list of names this service answers to, whatever its case. An entry without port
 * accepts any port. Without this check a request signed for one deployment could be replayed to another.
 */
export function isAcceptedHost(host: string, accepted: readonly string[]): boolean {
  const parts = hostForm.exec(host.toLowerCase());
  if (parts === null) return false;
  const [, name, port] = parts;
  const names = [name, `${name}:${port}`];
  return accepted.some((entry) => names.includes(entry.toLowerCase()));
}

const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;
