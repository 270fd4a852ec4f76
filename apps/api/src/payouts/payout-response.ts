import { Inject, Injectable } from '@nestjs/common';
import { LosslessNumber, parse } from 'lossless-json';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import { RawJson } from '#domain/write-json';
import type { Database } from '#persistence/database';
import type { SealedBox } from '#persistence/secrets/sealed-box';
import {
  findPersonalBox,
  openPersonalData,
  type PersonalData,
} from '#persistence/transactions/personal-data';
import { DATABASE, SEALED_BOX } from '../resources/resources.js';
import { challengeResponse } from '../transactions/challenges.js';
import type { AcceptanceResponse } from '../transactions/track-answer.js';

@Injectable()
export class PayoutResponse {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SEALED_BOX) private readonly sealedBox: SealedBox,
  ) {}

  /**
   * The two acceptance shapes of specification §2.10 and contract §6: the record of the Africa sample, and the flat one of
   * all other payouts. `isFirst`: the answer to the call that registered it, in which `success` is not shown yet.
   */
  async of(
    transaction: Transaction,
    { isFirst }: { readonly isFirst: boolean },
  ): Promise<AcceptanceResponse> {
    const { identifier } = transaction;
    const row = methodOf(transaction.type, transaction.style, transaction.method);
    const status = isFirst && transaction.status === 'success' ? 'pending' : transaction.status;
    const date = (transaction.finishedAt ?? transaction.createdAt).toISOString();
    const shown = row.statusAsObject ? { name: status, date } : status;
    if (!row.showsRequisites) return flatShape(transaction, shown);
    const box = await findPersonalBox(this.database, identifier);
    return recordShape(transaction, openPersonalData(this.sealedBox, identifier, box), shown);
  }
}

type ShownStatus = string | { readonly name: string; readonly date: string };

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
    challenge: transaction.challenge && challengeResponse(transaction.challenge, false),
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
    challenge: transaction.challenge && challengeResponse(transaction.challenge, false),
    timestamp: new Date().toISOString(),
    error_code: transaction.errorCode,
    error_message: transaction.errorReason,
  };
}

/** In the specification's order; what was not given is empty (contract §6). */
function requisitesShown({ requisites = {} }: PersonalData): Readonly<Record<string, string>> {
  const account = requisites['account_number'] ?? '';
  return {
    account_number: masked(account),
    account_number_alias: requisites['account_number_alias'] ?? '',
    beneficiary_last_name: requisites['beneficiary_last_name'] ?? '',
    beneficiary_first_name: requisites['beneficiary_first_name'] ?? '',
    beneficiary_email: requisites['beneficiary_email'] ?? '',
    beneficiary_phone: requisites['beneficiary_phone'] ?? '',
    beneficiary_document_type: requisites['beneficiary_document_type'] ?? '',
    beneficiary_document_value: requisites['beneficiary_document_value'] ?? '',
  };
}

const digitsShown = 4;

function masked(account: string): string {
  const hidden = Math.max(0, account.length - digitsShown);
  return '*'.repeat(hidden) + account.slice(hidden);
}

/** `extra.meta` as a list, each number as it was written. */
function extraShown(meta: string): readonly { readonly key: string; readonly value: unknown }[] {
  const entries = parse(meta) as Readonly<Record<string, unknown>>;
  return Object.entries(entries).map(([key, value]) => ({
    key,
    value: value instanceof LosslessNumber ? new RawJson(value.value) : value,
  }));
}
