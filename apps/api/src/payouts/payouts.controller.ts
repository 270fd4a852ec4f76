import { Controller, HttpCode, Post } from '@nestjs/common';
import { methodOf } from '#domain/methods/find-method';
import type { TransactionRequest } from '#domain/transaction/request';
import { flatPayout, type PayoutAcceptance } from '#domain/wire/acceptance';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Call, JsonBody } from '../http/parameters.js';
import { CancelTransaction } from '../transactions/cancel/cancel-transaction.js';
import { acceptPayout } from '../transactions/create/accept-request.js';
import { CreateTransaction } from '../transactions/create/create-transaction.js';
import { CheckTransaction } from '../transactions/read/check-transaction.js';
import { TransactionController } from '../transactions/transaction.controller.js';
import { acceptBankCode, type BankCodeRequest } from './bank-code.dto.js';
import { ConfirmBankCode } from './confirm-bank-code.js';
import { describeAfricanPayout } from './describe-african-payout.js';

@Controller('v2/payout')
export class PayoutsController extends TransactionController {
  protected readonly type = 'payout';

  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly confirmBankCode: ConfirmBankCode,
    checkTransaction: CheckTransaction,
    cancelTransaction: CancelTransaction,
  ) {
    super(checkTransaction, cancelTransaction);
  }

  /** Specification §4: create a payout. */
  @Post()
  @HttpCode(200)
  async create(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payout', acceptPayout)) accepted: Accepted<TransactionRequest>,
  ): Promise<PayoutAcceptance> {
    const created = await this.createTransaction.create(call, accepted);
    const { type, style, method, challenge } = created.transaction;
    const shown = { ...created, challenge };
    const now = new Date();
    return methodOf(type, style, method).showsRequisites === true
      ? describeAfricanPayout(shown, now)
      : flatPayout.describe(shown, now);
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
}
