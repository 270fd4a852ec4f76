import { Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transactions/transaction-request';
import { ApiContext } from '../api-context.js';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import { acceptPayout } from '../transactions/accept-request.js';
import type { AcceptanceResponse } from '../transactions/acceptance-response.js';
import { checkTransaction } from '../transactions/check-transaction.js';
import { createTransaction } from '../transactions/create-transaction.js';
import { acceptBankCode, type BankCodeRequest } from './bank-code.dto.js';
import { confirmBankCode } from './confirm-bank-code.js';

@Controller('v2/payout')
export class PayoutsController {
  constructor(private readonly context: ApiContext) {}

  /** Specification §4: create a payout. */
  @Post()
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payout', acceptPayout)) accepted: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    return createTransaction(this.context, call, accepted);
  }

  /** Specification §4: choose the bank of a payout that was created without one. */
  @Post('challenge/bank-code')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  confirm(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payout', acceptBankCode)) { request }: Accepted<BankCodeRequest>,
  ): Promise<void> {
    return confirmBankCode(this.context, call, request);
  }

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  check(
    @Caller() caller: Caller,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<object> {
    return checkTransaction(this.context, caller, { type: 'payout', reference }, wait);
  }
}
