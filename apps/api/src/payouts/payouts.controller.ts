import { Controller, Get, HttpCode, Injectable, Param, Post, Query } from '@nestjs/common';
import { LosslessNumber, parse } from 'lossless-json';
import { methodOf } from '#domain/methods/find-method';
import { writeChallenge } from '#domain/transaction/challenge';
import type { TransactionRequest } from '#domain/transaction/request';
import { expiresAt } from '#domain/transaction/state';
import type { Transaction } from '#domain/transaction/transaction';
import { RawJson } from '#domain/values/write-json';
import { Database } from '#persistence/database';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { TransactionHistory } from '#persistence/transactions/find-transaction';
import {
  findPersonalBox,
  openPersonalData,
  type PersonalData,
} from '#persistence/transactions/personal-data';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { acceptPayout } from '../transactions/accept-request.js';
import { CancelTransaction } from '../transactions/cancel-transaction.js';
import { CheckTransaction } from '../transactions/check-transaction.js';
import { CreateTransaction } from '../transactions/create-transaction.js';
import type { AcceptanceResponse } from '../transactions/idempotency-record.js';
import { maskAccounts } from '../transactions/mask-accounts.js';
import { shownStatus, type ShownStatus } from '../transactions/shown-status.js';
import { acceptBankCode, type BankCodeRequest } from './bank-code.dto.js';
import { ConfirmBankCode } from './confirm-bank-code.js';

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

@Controller('v2/payout')
export class PayoutsController {
  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly checkTransaction: CheckTransaction,
    private readonly cancelTransaction: CancelTransaction,
    private readonly confirmBankCode: ConfirmBankCode,
    private readonly response: PayoutResponse,
  ) {}

  /** Specification §4: create a payout. */
  @Post()
  @HttpCode(200)
  create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payout', acceptPayout)) accepted: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    return this.createTransaction.create(call, accepted, (created, moment) =>
      this.response.of(created, moment),
    );
  }

  /** Specification §4: choose the bank of a payout that was created without one. */
  @Post('challenge/bank-code')
  @HttpCode(200)
  confirm(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payout', acceptBankCode)) { request }: Accepted<BankCodeRequest>,
  ): Promise<void> {
    return this.confirmBankCode.confirm(call, request);
  }

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  check(
    @Caller() caller: Caller,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<object> {
    return this.checkTransaction.check(caller, { type: 'payout', reference }, wait);
  }

  /** Contract §7: the merchant's own cancel. The body is parsed and ignored. */
  @Post(':reference/cancel')
  @HttpCode(200)
  cancel(
    @Call() call: Call,
    @Param('reference') reference: string,
    @JsonBody() _body?: ParsedObject,
  ): Promise<object> {
    return this.cancelTransaction.cancel(call, { type: 'payout', reference });
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
