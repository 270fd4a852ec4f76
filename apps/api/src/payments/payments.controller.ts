import { Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transactions/transaction-request';
import { ApiContext } from '../api-context.js';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import { acceptPayment } from '../transactions/accept-request.js';
import type { AcceptanceResponse } from '../transactions/acceptance-response.js';
import { checkTransaction } from '../transactions/check-transaction.js';
import { createTransaction } from '../transactions/create-transaction.js';
import { submitTransferDetails } from './submit-transfer-details.js';
import { acceptTransferDetails, type AcceptedDetails } from './transfer-details.dto.js';

@Controller('v2/payment')
export class PaymentsController {
  constructor(private readonly context: ApiContext) {}

  /** Specification §4: create a payment of any payin method. */
  @Post()
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptPayment)) accepted: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    return createTransaction(this.context, call, accepted);
  }

  /** Contract §7: transfer details of a Mexico payment. 200 with an empty body means that they are kept. */
  @Post('challenge/bank-transfer-mexico')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  bankTransferMexico(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptTransferDetails)) { request }: Accepted<AcceptedDetails>,
  ): Promise<void> {
    return submitTransferDetails(this.context, call, request);
  }

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  check(
    @Caller() caller: Caller,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<object> {
    return checkTransaction(this.context, caller, { type: 'payment', reference }, wait);
  }
}
