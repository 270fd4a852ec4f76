import { Controller, Get, Query } from '@nestjs/common';
import type { reversalPage } from '#domain/wire/reversal';
import type { ValueOf } from '#domain/wire/schema';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { ListReversals } from './list-reversals.js';

@Controller('v2/reversals')
export class ReversalsController {
  constructor(private readonly listReversals: ListReversals) {}

  /** Contract §15.1: what happened to the merchant's money after a success, newest first. */
  @Get()
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof reversalPage>> {
    return this.listReversals.list(caller, query);
  }
}
