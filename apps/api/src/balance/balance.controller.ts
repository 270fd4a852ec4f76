import { Controller, Get, Query } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { Database } from '#persistence/database';
import { findBalances, type Balance } from '#persistence/ledger/find-balances';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { ListEntries } from './list-entries.js';

@Controller('v2/balance')
export class BalanceController {
  constructor(
    private readonly database: Database,
    private readonly listEntries: ListEntries,
  ) {}

  /** Contract §7: available and reserved amounts of the merchant in every currency, shared by its projects. */
  @Get()
  async show(
    @Caller() { merchant }: Caller,
  ): Promise<{ readonly balances: readonly Balance[]; readonly timestamp: string }> {
    const balances = await findBalances(this.database, merchant).catch(() => {
      throw new GatewayError('unavailable');
    });
    return { balances, timestamp: new Date().toISOString() };
  }

  /** Contract §7: what moved the merchant's money, oldest first. */
  @Get('entries')
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<object> {
    return this.listEntries.list(caller, query);
  }
}
