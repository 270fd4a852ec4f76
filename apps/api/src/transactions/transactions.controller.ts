import { Controller, Get, Query } from '@nestjs/common';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { ListTransactions } from './list-transactions.js';

@Controller('v2/transactions')
export class TransactionsController {
  constructor(private readonly listTransactions: ListTransactions) {}

  /** Contract §7: the merchant's transactions, newest first. */
  @Get()
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<object> {
    return this.listTransactions.list(caller, query);
  }
}
