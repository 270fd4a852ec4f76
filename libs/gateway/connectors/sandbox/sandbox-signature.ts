import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The sandbox provider's signature, both ways: `x-sandbox-account` names the account, and `x-sandbox-signature` is
 * `t=<unix seconds>,s=<hex>` with the HMAC-SHA-256 over time, subject and body, each on its own line. The subject of a
 * request is its method and path; the subject of a callback is `NOTIFICATION`.
 */
export const accountHeader = 'x-sandbox-account';
export const signatureHeader = 'x-sandbox-signature';
const callbackSubject = 'NOTIFICATION';

/** How far a callback's time may be from ours, either way. */
const callbackWindowSeconds = 300;

/** Signature header of a request sent at `now`; `target` is path and query. */
export function signSandboxRequest(
  request: { readonly method: string; readonly target: string; readonly body: string },
  secret: string,
  now: Date,
): string {
  const seconds = Math.floor(now.getTime() / 1000).toString();
  const subject = `${request.method} ${request.target}`;
  return `t=${seconds},s=${authenticate(secret, seconds, subject, request.body)}`;
}

/** Whether `header` signs exactly these bytes as a callback, within the accepted window around `now`. */
export function isSandboxCallbackSigned(rawBody: Buffer, header: string, secret: string, now: Date): boolean {
  const groups = /^t=(?<seconds>\d{1,12}),s=(?<signature>[0-9a-f]{64})$/.exec(header)?.groups;
  if (groups?.seconds === undefined || groups.signature === undefined) return false;
  if (Math.abs(now.getTime() / 1000 - Number(groups.seconds)) > callbackWindowSeconds) return false;
  const expected = authenticate(secret, groups.seconds, callbackSubject, rawBody);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(groups.signature));
}

function authenticate(secret: string, seconds: string, subject: string, body: string | Buffer): string {
  const code = createHmac('sha256', secret);
  code.update(`${seconds}\n${subject}\n`);
  code.update(body);
  return code.digest('hex');
}
