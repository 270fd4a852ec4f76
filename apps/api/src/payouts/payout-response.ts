import { Injectable } from '@nestjs/common';
import { LosslessNumber, parse } from 'lossless-json';
import { methodOf } from '#domain/methods/find-method';
import { writeChallenge } from '#domain/transaction/challenge';
import { expiresAt } from '#domain/transaction/state';
import type { Transaction } from '#domain/transaction/transaction';
import { RawJson } from '#domain/write-json';
import { Database } from '#persistence/database';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { TransactionHistory } from '#persistence/transactions/find-transaction';
import {
  findPersonalBox,
  openPersonalData,
  type PersonalData,
} from '#persistence/transactions/personal-data';
import type { AcceptanceResponse } from '../transactions/idempotency-record.js';
import { maskAccounts } from '../transactions/mask-accounts.js';
import { shownStatus, type ShownStatus } from '../transactions/shown-status.js';

@Injectable()
export class PayoutResponse {
  constructor(
    private readonly database: Database,
    private readonly envelopeCipher: EnvelopeCipher,
  ) {}

  /**
   * The body of an accepted payout (specification §2.10, contract §6): the record of the Africa sample, or the flat shape of
   * all other methods. `isFirst`: for the call that registered it, which does not show `success` yet.
   */
  async of(
    created: TransactionHistory,
    { isFirst }: { readonly isFirst: boolean },
  ): Promise<AcceptanceResponse> {
    const { transaction } = created;
    const { identifier } = transaction;
    const method = methodOf(transaction.type, transaction.style, transaction.method);
    const shown = shownStatus(created, method, { hidesSuccess: isFirst });
    if (!method.showsRequisites) return flatShape(transaction, shown);
    const box = await findPersonalBox(this.database, identifier);
    return recordShape(transaction, openPersonalData(this.envelopeCipher, identifier, box), shown);
  }
}

function flatShape(transaction: Transaction, status: ShownStatus) {
  return {
    error_code: transaction.errorCode,
    error_reason: transaction.errorReason,
    error_description: transaction.errorDescription,
    identifier: transaction.identifier,
    reference: transaction.reference,
    request_id: transaction.requestId,
    type: transaction.type,
    method: transaction.method,
    mode: 'initial',
    currency: transaction.currency,
    amount: transaction.amount,
    status,
    challenge: transaction.challenge && writeChallenge(transaction.challenge, false),
    expires_date: transaction.challenge && expiresAt(transaction)?.toISOString(),
    timestamp: new Date().toISOString(),
  };
}

function recordShape(transaction: Transaction, personal: PersonalData, status: ShownStatus) {
  return {
    identifier: transaction.identifier,
    request_id: transaction.requestId,
    reference: transaction.reference,
    description: transaction.description,
    status,
    created_date: transaction.createdAt.toISOString(),
    amount: transaction.amount,
    billing_amount: transaction.billing.amount,
    currency: transaction.currency,
    requisites: requisitesShown(personal),
    extra: extraShown(transaction.meta),
    challenge: transaction.challenge && writeChallenge(transaction.challenge, false),
    expires_date: transaction.challenge && expiresAt(transaction)?.toISOString(),
    timestamp: new Date().toISOString(),
    error_code: transaction.errorCode,
    error_message: transaction.errorReason,
  };
}

/** In the order of the specification; absent values are empty (contract §6). */
function requisitesShown({ requisites = {} }: PersonalData): Readonly<Record<string, string>> {
  const shown = maskAccounts(requisites);
  return {
    account_number: shown['account_number'] ?? '',
    account_number_alias: shown['account_number_alias'] ?? '',
    beneficiary_last_name: shown['beneficiary_last_name'] ?? '',
    beneficiary_first_name: shown['beneficiary_first_name'] ?? '',
    beneficiary_email: shown['beneficiary_email'] ?? '',
    beneficiary_phone: shown['beneficiary_phone'] ?? '',
    beneficiary_document_type: shown['beneficiary_document_type'] ?? '',
    beneficiary_document_value: shown['beneficiary_document_value'] ?? '',
  };
}

/** `extra.meta` as a list; each number as it was written. */
function extraShown(meta: string): readonly { readonly key: string; readonly value: unknown }[] {
  const entries = parse(meta) as Readonly<Record<string, unknown>>;
  return Object.entries(entries).map(([key, value]) => ({
    key,
    value: value instanceof LosslessNumber ? new RawJson(value.value) : value,
  }));
}
