import { Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transaction/request';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import { acceptPayout } from '../transactions/accept-request.js';
import { CheckTransaction } from '../transactions/check-transaction.js';
import { CreateTransaction } from '../transactions/create-transaction.js';
import type { AcceptanceResponse } from '../transactions/track-answer.js';
import { acceptBankCode, type BankCodeRequest } from './bank-code.dto.js';
import { ConfirmBankCode } from './confirm-bank-code.js';
import { PayoutResponse } from './payout-response.js';

@Controller('v2/payout')
export class PayoutsController {
  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly checkTransaction: CheckTransaction,
    private readonly confirmBankCode: ConfirmBankCode,
    private readonly response: PayoutResponse,
  ) {}

  /** Specification §4: create a payout. */
  @Post()
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payout', acceptPayout)) accepted: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    return this.createTransaction.create(call, accepted, (transaction, moment) =>
      this.response.of(transaction, moment),
    );
  }

  /** Specification §4: choose the bank of a payout that was created without one. */
  @Post('challenge/bank-code')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
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
}
