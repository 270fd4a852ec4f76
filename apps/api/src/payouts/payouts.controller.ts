import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transaction/request';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { acceptPayout } from '../transactions/accept-request.js';
import { CancelTransaction } from '../transactions/cancel-transaction.js';
import { CheckTransaction } from '../transactions/check-transaction.js';
import { CreateTransaction } from '../transactions/create-transaction.js';
import type { AcceptanceResponse } from '../transactions/idempotency-record.js';
import { acceptBankCode, type BankCodeRequest } from './bank-code.dto.js';
import { ConfirmBankCode } from './confirm-bank-code.js';
import { PayoutResponse } from './payout-response.js';

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
