import { Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transaction/request';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import { acceptPayment } from '../transactions/accept-request.js';
import { CheckTransaction } from '../transactions/check-transaction.js';
import { CreateTransaction } from '../transactions/create-transaction.js';
import type { AcceptanceResponse } from '../transactions/track-answer.js';
import { PaymentResponse } from './payment-response.js';
import { SubmitTransferDetails } from './submit-transfer-details.js';
import { acceptTransferDetails, type AcceptedDetails } from './transfer-details.dto.js';

@Controller('v2/payment')
export class PaymentsController {
  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly checkTransaction: CheckTransaction,
    private readonly submitTransferDetails: SubmitTransferDetails,
    private readonly response: PaymentResponse,
  ) {}

  /** Specification §4: create a payment of any payin method. */
  @Post()
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptPayment)) accepted: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    return this.createTransaction.create(call, accepted, (transaction, moment) =>
      this.response.of(transaction, moment),
    );
  }

  /** Contract §7: transfer details of a Mexico payment. 200 with an empty body means that they are kept. */
  @Post('challenge/bank-transfer-mexico')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  bankTransferMexico(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptTransferDetails)) { request }: Accepted<AcceptedDetails>,
  ): Promise<void> {
    return this.submitTransferDetails.submit(call, request);
  }

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  check(
    @Caller() caller: Caller,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<object> {
    return this.checkTransaction.check(caller, { type: 'payment', reference }, wait);
  }
}
