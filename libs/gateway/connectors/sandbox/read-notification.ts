import type { CallbackReading, IncomingCallback, ProviderAccount } from '../connector.js';
import { isObject, parseJson, text } from '../json-body.js';
import { readCharge } from './charges.js';
import { readCorrection } from './corrections.js';
import { readCredit } from './credits.js';
import { readRefund, referenceIn } from './refunds.js';
import { accountHeader, isSandboxCallbackSigned, signatureHeader } from './sandbox-signature.js';

/** Reads a notification: the end of an order, a correction of its money, or news of a refund without our reference. */
export function readNotification(
  callback: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseJson(callback.rawBody.toString('utf8'));
  const eventId = isObject(body) ? text(body.notification) : undefined;
  if (eventId === undefined) return { kind: 'unreadable' };
  const mids = accounts.filter((account) => isSignedFor(callback, account)).map(({ mid }) => mid);
  const verified = { signature: mids.length > 0 ? 'right' : 'wrong', mids, eventId } as const;

  const order = readCharge(body) ?? readCredit(body) ?? readRefund(body);
  if (order !== undefined) return { kind: 'read', ...verified, report: order.report };
  const reversal = readCorrection(body);
  if (reversal !== undefined) return { kind: 'reversal', ...verified, reversal };
  return readHint(callback, body, verified.signature);
}

/** It names the refund in the address that we gave the provider with it; of a refund made in the panel only the charge. */
function readHint(
  { target }: IncomingCallback,
  body: unknown,
  signature: 'right' | 'wrong',
): CallbackReading {
  if (!isObject(body) || text(body.refund) === undefined) return { kind: 'unreadable' };
  const providerReference = referenceIn(target) ?? text(body.of);
  return providerReference === undefined
    ? { kind: 'unreadable' }
    : { kind: 'hint', providerReference, signature };
}

function isSignedFor({ headers, rawBody }: IncomingCallback, { credentials }: ProviderAccount): boolean {
  const { account, secret } = credentials;
  const signature = headers[signatureHeader];
  if (account === undefined || secret === undefined || account !== headers[accountHeader]) return false;
  return typeof signature === 'string' && isSandboxCallbackSigned(rawBody, signature, secret, new Date());
}
