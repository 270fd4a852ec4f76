import { Controller, Get, Query } from '@nestjs/common';
import type { ValueOf } from '#domain/wire/schema';
import type { refundPage } from '#domain/wire/transaction-list';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { ListRefunds } from './list-refunds.js';

@Controller('v2/refunds')
export class RefundListController {
  constructor(private readonly listRefunds: ListRefunds) {}

  /** Contract §15.1: the merchant's refunds, newest first. */
  @Get()
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof refundPage>> {
    return this.listRefunds.list(caller, query);
  }
}
