import { LosslessNumber, parse } from 'lossless-json';
import {
  challengeEnds,
  shownSince,
  writtenChallenge,
  type AcceptedTransaction,
  type africanPayout,
} from '#domain/wire/acceptance';
import type { ValueOf } from '#domain/wire/schema';
import { RawJson } from '#domain/values/write-json';
import { maskAccounts } from '../transactions/read/mask-accounts.js';

type Requisites = Readonly<Record<string, string>>;
type AfricanPayout = ValueOf<typeof africanPayout>;

/** Specification §2.10, the Africa sample. `requisites` in the clear. */
export function describeAfricanPayout(
  created: AcceptedTransaction & { readonly requisites: Requisites },
  now: Date,
): AfricanPayout {
  const { transaction } = created;
  return {
    identifier: transaction.identifier,
    request_id: transaction.requestId,
    reference: transaction.reference,
    description: transaction.description,
    status: shownSince(created),
    created_date: transaction.createdAt.toISOString(),
    amount: transaction.amount,
    billing_amount: transaction.billing.amount,
    currency: transaction.currency,
    requisites: shownRequisites(created.requisites),
    extra: metaEntries(transaction.meta),
    challenge: writtenChallenge(created),
    expires_date: challengeEnds(created),
    timestamp: now.toISOString(),
    error_code: transaction.errorCode,
    error_message: transaction.errorReason,
  };
}

/** In the order of the specification; absent values are empty (contract §6). */
function shownRequisites(requisites: Requisites): AfricanPayout['requisites'] {
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
function metaEntries(meta: string): AfricanPayout['extra'] {
  const entries = parse(meta) as Readonly<Record<string, unknown>>;
  return Object.entries(entries).map(([key, value]) => ({
    key,
    value: value instanceof LosslessNumber ? new RawJson(value.value) : value,
  }));
}
