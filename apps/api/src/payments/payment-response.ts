import { paymentPagePath } from '#contracts/payment-page-path';
import { isUnposted } from '#domain/transaction/state';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import { isFinal, type TransactionStatus } from '#domain/transaction/status';
import type { Challenge } from '#domain/transaction/challenge';
import type { ApiContext } from '../api-context.js';
import { challengeResponse } from '../transactions/challenge-response.js';

/**
 * The acceptance shapes of specification §2.7 and contract §6. `isFirst`: the answer to the call that registered it,
 * in which `success` is shown only by the methods that may; a re-join shows every final state.
 */
export function paymentResponse(
  context: Pick<ApiContext, 'checkoutUrl' | 'keyedHashes'>,
  transaction: Transaction,
  { isFirst }: { readonly isFirst: boolean },
): Readonly<Record<string, unknown>> {
  const { identifier, reference, requestId: request_id } = transaction;
  if (transaction.style === 'hpp') {
    const redirect_url = hostedPageUrl(context, identifier);
    return {
      error_code: transaction.errorCode,
      identifier,
      reference,
      request_id,
      status: transaction.status,
      redirect_url,
    };
  }
  const row = methodOf(transaction.type, transaction.style, transaction.method);
  const status = shownStatus(transaction, isFirst && row.successAtOnce !== true);
  const challenge = openChallenge(context, transaction);
  return {
    error_code: transaction.errorCode,
    error_reason: transaction.errorReason,
    error_description: transaction.errorDescription,
    identifier,
    reference,
    request_id,
    type: transaction.type,
    method: transaction.method,
    mode: 'initial',
    currency: transaction.currency,
    amount: transaction.amount,
    status: row.statusAsObject ? { name: status, date: statusDate(transaction) } : status,
    challenge: challenge && challengeResponse(challenge, row.challengeTypeTwice === true),
    timestamp: new Date().toISOString(),
  };
}

/**
 * What the merchant or the customer is to do next, while there is something. A card that is still to be entered: the
 * way to our own form (contract §6), whose address is derived and never stored.
 */
export function openChallenge(
  context: Pick<ApiContext, 'checkoutUrl' | 'keyedHashes'>,
  transaction: Transaction,
): Challenge | undefined {
  const { status, identifier } = transaction;
  if (isFinal(status)) return undefined;
  const isFormOffered = status === 'created' && isUnposted(transaction);
  return isFormOffered
    ? { type: 'redirect', url: hostedPageUrl(context, identifier) }
    : transaction.challenge;
}

export function hostedPageUrl(
  { checkoutUrl, keyedHashes }: Pick<ApiContext, 'checkoutUrl' | 'keyedHashes'>,
  identifier: string,
): string {
  return `${checkoutUrl}${paymentPagePath(keyedHashes.linkToken(identifier))}`;
}

function shownStatus({ status }: Transaction, hidesSuccess: boolean): TransactionStatus {
  return status === 'success' && hidesSuccess ? 'pending' : status;
}

function statusDate(transaction: Transaction): string {
  return (transaction.finishedAt ?? transaction.createdAt).toISOString();
}
