import { transactionTypes } from '#domain/transaction/status';
import type { SigningKey } from '../../signature/signing-secret.js';
import { verifyCallback } from '../../signature/callback-signature.js';
import type { CallbackReading, IncomingCallback, ProviderAccount } from '../connector.js';
import { isObject, parseJson } from '../json-body.js';
import { midsThat } from '../mids-that.js';
import { readReversal } from './read-reversal.js';
import { readTransaction } from './read-transaction.js';

/** How far a callback's time may be from ours, either way (contract §2). */
const skewSeconds = 300;
const eventIdForm = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads an upstream gateway's callback (contract §8). One of its two signatures must be right: a proxy between us that
 * changes the host or the path breaks the first one only. Types that are not known here are ignored (contract §15.6).
 */
export function readCallback(
  callback: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseJson(callback.rawBody.toString('utf8'));
  if (!isObject(body)) return { kind: 'unreadable' };
  const { type, event_id: eventId } = body;
  if (typeof type !== 'string' || typeof eventId !== 'string' || !eventIdForm.test(eventId)) {
    return { kind: 'unreadable' };
  }
  const now = new Date();
  const mids = midsThat(
    accounts,
    (credentials) => keysOf(credentials).map(({ id, secret }) => `${id} ${secret}`)[0],
    (credentials) => isSignedWith(keysOf(credentials), callback, now),
  );
  const signature = mids.length > 0 ? 'right' : 'wrong';
  if (type === 'reversal') {
    const reversal = readReversal(body);
    return reversal ? { kind: 'reversal', signature, mids, eventId, reversal } : { kind: 'unreadable' };
  }
  const transactionType = transactionTypes.find((known) => known === type);
  // A test callback, or a type of a later version: nothing of ours.
  if (!transactionType) return { kind: signature === 'right' ? 'unrelated' : 'unreadable' };
  const transaction = readTransaction(body, transactionType);
  if (!transaction) return { kind: 'unreadable' };
  return { kind: 'read', signature, mids, eventId, report: transaction.report };
}

function isSignedWith(keys: readonly SigningKey[], callback: IncomingCallback, now: Date): boolean {
  if (keys.length === 0) return false;
  try {
    return verifyCallback({ method: 'POST', ...callback }, keys, { now, skewSeconds }).kind === 'verified';
  } catch {
    // A malformed secret verifies nothing.
    return false;
  }
}

function keysOf({ callback_key_id: id, callback_secret: secret }: ProviderAccount['credentials']) {
  return id === undefined || secret === undefined ? [] : [{ id, secret }];
}
