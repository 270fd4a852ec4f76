import { Controller, HttpCode, Post } from '@nestjs/common';
import type { RefundRequest } from '#domain/refunds/refund-request';
import { refundAcceptance, type RefundAcceptance } from '#domain/wire/acceptance';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Call, JsonBody } from '../http/parameters.js';
import { CancelTransaction } from '../transactions/cancel/cancel-transaction.js';
import { CheckTransaction } from '../transactions/read/check-transaction.js';
import { TransactionController } from '../transactions/transaction.controller.js';
import { acceptRefund } from './accept-refund.js';
import { CreateRefund } from './create-refund.js';

@Controller('v2/refund')
export class RefundsController extends TransactionController {
  protected readonly type = 'refund';

  constructor(
    private readonly createRefund: CreateRefund,
    checkTransaction: CheckTransaction,
    cancelTransaction: CancelTransaction,
  ) {
    super(checkTransaction, cancelTransaction);
  }

  /** Contract §15.1: give back all or part of a payment. */
  @Post()
  @HttpCode(200)
  async create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('refund', acceptRefund)) accepted: Accepted<RefundRequest>,
  ): Promise<RefundAcceptance> {
    const created = await this.createRefund.create(call, accepted);
    return refundAcceptance.describe(created.transaction, new Date());
  }
}
