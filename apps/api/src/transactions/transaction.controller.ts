import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { TransactionType } from '#domain/transaction/status';
import type { TransactionDescription } from '#domain/wire/record';
import { Call, Caller, JsonBody } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { CancelTransaction } from './cancel/cancel-transaction.js';
import { CheckTransaction } from './read/check-transaction.js';

/** The endpoints that payments and payouts have in common. */
export abstract class TransactionController {
  protected abstract readonly type: TransactionType;

  constructor(
    private readonly checkTransaction: CheckTransaction,
    private readonly cancelTransaction: CancelTransaction,
  ) {}

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  check(
    @Caller() caller: Caller,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<TransactionDescription> {
    return this.checkTransaction.check(caller, { type: this.type, reference }, wait);
  }

  /** Contract §7: the merchant's own cancel. The body is parsed and ignored. */
  @Post(':reference/cancel')
  @HttpCode(200)
  cancel(
    @Call() call: Call,
    @Param('reference') reference: string,
    @JsonBody() _body?: ParsedObject,
  ): Promise<TransactionDescription> {
    return this.cancelTransaction.cancel(call, { type: this.type, reference });
  }
}
