import { Controller, Get, Query } from '@nestjs/common';
import type { ValueOf } from '#domain/wire/schema';
import type { transactionPage } from '#domain/wire/transaction-list';
import type { SentQuery } from '../../http/list-query.js';
import { Caller } from '../../http/parameters.js';
import { ListTransactions } from './list-transactions.js';

@Controller('v2/transactions')
export class TransactionsController {
  constructor(private readonly listTransactions: ListTransactions) {}

  /** Contract §7: the merchant's transactions, newest first. */
  @Get()
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof transactionPage>> {
    return this.listTransactions.list(caller, query);
  }
}
