import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackReading, IncomingCallback, ProviderAccount } from '../connector.js';
import { isObject, parseJson, text } from '../json-body.js';
import { midsThat } from '../mids-that.js';
import { readTransaction, readTransfer } from './read-report.js';

const signatureHeader = 'x-paystack-signature';

/** Events that report the end of a payment or payout. All others, except news of a payment, are not about our transactions. */
const readers: Readonly<Record<string, typeof readTransfer>> = {
  'charge.success': readTransaction,
  'transfer.success': readTransfer,
  'transfer.failed': readTransfer,
  'transfer.reversed': readTransfer,
};

/**
 * Reads an event. Its signature covers only the body and does not expire, so the inbox prevents replays: event and object
 * together are the event's id. If the event and the state in it contradict each other, the report is open.
 */
export function readCallback(
  { headers, rawBody }: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseJson(rawBody.toString('utf8'));
  if (!isObject(body) || !isObject(body.data)) return { kind: 'unreadable' };
  const { event, data } = body;
  const mids = midsThat(
    accounts,
    ({ secret_key: key }) => key,
    ({ secret_key: key }) => isSignedWith(key, rawBody, headers[signatureHeader]),
  );
  const name = text(event) ?? '';
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (!read)
    return mids.length > 0 ? (readNews(name, data) ?? { kind: 'unrelated' }) : { kind: 'unreadable' };
  const mapped = read(data);
  if (!mapped || !Number.isInteger(data.id)) return { kind: 'unreadable' };
  const isOfOneMind = name.endsWith(`.${String(data.status)}`);
  return {
    kind: 'read',
    signature: mids.length > 0 ? 'right' : 'wrong',
    mids,
    eventId: `${name}:${String(data.id)}`,
    report: isOfOneMind ? mapped.report : { ...mapped.report, outcome: 'open' },
  };
}

/** News of a paid payment: its customer got money back, or asks for it. They end nothing; a look-up shows what happened. */
const newsOfPayments = /^(?:refund|charge\.dispute)\.[a-z-]{1,20}$/;

/** Of a verified event. Reads the payment's reference from either of two places; undefined if both are missing. */
function readNews(name: string, data: Readonly<Record<string, unknown>>): CallbackReading | undefined {
  const { transaction } = data;
  const reference = isObject(transaction) ? transaction.reference : data.transaction_reference;
  const providerReference = newsOfPayments.test(name) ? text(reference) : undefined;
  return providerReference === undefined
    ? undefined
    : { kind: 'hint', providerReference, signature: 'right' };
}

function isSignedWith(
  secretKey: string | undefined,
  rawBody: Buffer,
  signature: string | string[] | undefined,
): boolean {
  if (secretKey === undefined || typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature))
    return false;
  const right = createHmac('sha512', secretKey).update(rawBody).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}
