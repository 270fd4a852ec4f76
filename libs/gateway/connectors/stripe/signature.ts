import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingCallback, ProviderAccount } from '../connector.js';
import { midsThat } from '../mids-that.js';

/** How old a callback may be, as in Stripe's own client; and how far its clock may be ahead of ours. */
const toleranceS = 300;

/** The MIDs whose secret has signed the callback within the last five minutes. */
export function signersOf(
  { headers, rawBody }: Pick<IncomingCallback, 'headers' | 'rawBody'>,
  accounts: readonly ProviderAccount[],
  now: Date,
): readonly string[] {
  const signed = readHeader(headers['stripe-signature'], now);
  if (!signed) return [];
  return midsThat(
    accounts,
    ({ webhook_secret: secret }) => secret,
    ({ webhook_secret: secret = '' }) => isSignedWith(secret, rawBody, signed),
  );
}

type Signed = { readonly time: string; readonly signatures: readonly Buffer[] };

/** `t=…,v1=…`, and one more `v1` for each secret while the old one is still valid. Other schemes are ignored. */
function readHeader(header: string | string[] | undefined, now: Date): Signed | undefined {
  if (typeof header !== 'string') return undefined;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const [time] = parts.flatMap(([name, value = '']) =>
    name === 't' && /^\d{1,12}$/.test(value) ? value : [],
  );
  const isNow = time !== undefined && Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceS;
  if (!isNow) return undefined;
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : [],
  );
  return { time, signatures };
}

function isSignedWith(secret: string, rawBody: Buffer, { time, signatures }: Signed): boolean {
  const right = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
  return signatures.some((signature) => timingSafeEqual(signature, right));
}
