import { Injectable } from '@nestjs/common';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import type { TransactionStatus } from '#domain/transaction/status';
import { challengeResponse, Challenges } from '../transactions/challenges.js';
import type { AcceptanceResponse } from '../transactions/track-answer.js';

@Injectable()
export class PaymentResponse {
  constructor(private readonly challenges: Challenges) {}

  /**
   * The acceptance shapes of specification §2.7 and contract §6. `isFirst`: the answer to the call that registered it,
   * in which `success` is shown only by the methods that may; a re-join shows every final state.
   */
  of(transaction: Transaction, { isFirst }: { readonly isFirst: boolean }): AcceptanceResponse {
    const { identifier, reference, requestId: request_id } = transaction;
    if (transaction.style === 'hpp') {
      return {
        error_code: transaction.errorCode,
        identifier,
        reference,
        request_id,
        status: transaction.status,
        redirect_url: this.challenges.hostedPageUrl(identifier),
      };
    }
    const row = methodOf(transaction.type, transaction.style, transaction.method);
    const status = shownStatus(transaction, isFirst && row.successAtOnce !== true);
    const challenge = this.challenges.openOf(transaction);
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
}

function shownStatus({ status }: Transaction, hidesSuccess: boolean): TransactionStatus {
  return status === 'success' && hidesSuccess ? 'pending' : status;
}

function statusDate(transaction: Transaction): string {
  return (transaction.finishedAt ?? transaction.createdAt).toISOString();
}
