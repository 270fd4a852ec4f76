import { Controller, Get, HttpCode, Injectable, Param, Post, Query } from '@nestjs/common';
import { methodOf } from '#domain/methods/find-method';
import { writeChallenge } from '#domain/transaction/challenge';
import type { TransactionRequest } from '#domain/transaction/request';
import { expiresAt } from '#domain/transaction/state';
import type { TransactionHistory } from '#persistence/transactions/find-transaction';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { acceptPayment } from '../transactions/accept-request.js';
import { CancelTransaction } from '../transactions/cancel-transaction.js';
import { Challenges } from '../transactions/challenges.js';
import { CheckTransaction } from '../transactions/check-transaction.js';
import { CreateTransaction } from '../transactions/create-transaction.js';
import type { AcceptanceResponse } from '../transactions/idempotency-record.js';
import { shownStatus } from '../transactions/shown-status.js';
import { SubmitTransferDetails } from './submit-transfer-details.js';
import { acceptTransferDetails, type AcceptedDetails } from './transfer-details.dto.js';

@Injectable()
export class PaymentResponse {
  constructor(private readonly challenges: Challenges) {}

  /**
   * The body of an accepted payment (specification §2.7, contract §6). `isFirst`: for the call that registered it, which
   * shows `success` only for certain methods; a re-join shows every final status.
   */
  of(created: TransactionHistory, { isFirst }: { readonly isFirst: boolean }): AcceptanceResponse {
    const { transaction } = created;
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
    const method = methodOf(transaction.type, transaction.style, transaction.method);
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
      status: shownStatus(created, method, { hidesSuccess: isFirst && method.successAtOnce !== true }),
      challenge: challenge && writeChallenge(challenge, method.challengeTypeTwice === true),
      expires_date: challenge && expiresAt(transaction)?.toISOString(),
      timestamp: new Date().toISOString(),
    };
  }
}

@Controller('v2/payment')
export class PaymentsController {
  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly checkTransaction: CheckTransaction,
    private readonly cancelTransaction: CancelTransaction,
    private readonly submitTransferDetails: SubmitTransferDetails,
    private readonly response: PaymentResponse,
  ) {}

  /** Specification §4: create a payment of any payin method. */
  @Post()
  @HttpCode(200)
  create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptPayment)) accepted: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    return this.createTransaction.create(call, accepted, (created, moment) =>
      this.response.of(created, moment),
    );
  }

  /** Contract §7: transfer details of a Mexico payment. 200 with an empty body: they are stored. */
  @Post('challenge/bank-transfer-mexico')
  @HttpCode(200)
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

  /** Contract §7: the merchant's own cancel. The body is parsed and ignored. */
  @Post(':reference/cancel')
  @HttpCode(200)
  cancel(
    @Call() call: Call,
    @Param('reference') reference: string,
    @JsonBody() _body?: ParsedObject,
  ): Promise<object> {
    return this.cancelTransaction.cancel(call, { type: 'payment', reference });
  }
}
