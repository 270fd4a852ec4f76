import { Controller, Get, Query } from '@nestjs/common';
import type { balanceEntryPage, balanceList } from '#domain/wire/balance';
import type { ValueOf } from '#domain/wire/schema';
import { Database } from '#persistence/database';
import { findBalances } from '#persistence/ledger/find-balances';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { ListEntries } from './list-entries.js';

@Controller('v2/balance')
export class BalanceController {
  constructor(
    private readonly database: Database,
    private readonly listEntries: ListEntries,
  ) {}

  /** Contract §7: available and reserved amounts of the merchant in every currency, shared by its projects. */
  @Get()
  async show(@Caller() { merchant }: Caller): Promise<ValueOf<typeof balanceList>> {
    const balances = await findBalances(this.database, merchant).catch(unavailable());
    return { balances, timestamp: new Date().toISOString() };
  }

  /** Contract §7: the entries of the merchant's accounts, oldest first. */
  @Get('entries')
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof balanceEntryPage>> {
    return this.listEntries.list(caller, query);
  }
}
