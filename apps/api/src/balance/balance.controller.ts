import { Controller, Get, Inject } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Database } from '#persistence/database';
import { findBalances, type Balance } from '#persistence/ledger/find-balances';
import { Caller } from '../http/parameters.js';
import { DATABASE } from '../resources/resources.js';

@Controller('v2/balance')
export class BalanceController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Contract §7: what the merchant may pay out and what its payouts hold, in every currency, shared by its projects. */
  @Get()
  async show(
    @Caller() { merchant }: Caller,
  ): Promise<{ readonly balances: readonly Balance[]; readonly timestamp: string }> {
    const balances = await findBalances(this.database, merchant).catch(() => {
      throw new GatewayError('unavailable');
    });
    return { balances, timestamp: new Date().toISOString() };
  }
}
