import { Controller, HttpCode, Post } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transaction/request';
import { directPayment, hostedPayment, type PaymentAcceptance } from '#domain/wire/acceptance';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Call, JsonBody } from '../http/parameters.js';
import { CancelTransaction } from '../transactions/cancel/cancel-transaction.js';
import { acceptPayment } from '../transactions/create/accept-request.js';
import { CreateTransaction } from '../transactions/create/create-transaction.js';
import { Challenges } from '../transactions/read/challenges.js';
import { CheckTransaction } from '../transactions/read/check-transaction.js';
import { TransactionController } from '../transactions/transaction.controller.js';
import { SubmitTransferDetails } from './submit-transfer-details.js';
import { acceptTransferDetails, type AcceptedDetails } from './transfer-details.dto.js';

@Controller('v2/payment')
export class PaymentsController extends TransactionController {
  protected readonly type = 'payment';

  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly submitTransferDetails: SubmitTransferDetails,
    private readonly challenges: Challenges,
    checkTransaction: CheckTransaction,
    cancelTransaction: CancelTransaction,
  ) {
    super(checkTransaction, cancelTransaction);
  }

  /** Specification §4: create a payment of any payin method. */
  @Post()
  @HttpCode(200)
  async create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptPayment)) accepted: Accepted<TransactionRequest>,
  ): Promise<PaymentAcceptance> {
    const created = await this.createTransaction.create(call, accepted);
    const { transaction } = created;
    const now = new Date();
    if (transaction.style === 'hpp') {
      const pageUrl = this.challenges.hostedPageUrl(transaction.identifier);
      return hostedPayment.describe(transaction, pageUrl, now);
    }
    return directPayment.describe({ ...created, challenge: this.challenges.openOf(transaction) }, now);
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
}
