import { Controller, Get } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { findBalances, type Balance } from '#persistence/ledger/find-balances';
import { ApiContext } from '../api-context.js';
import { Caller } from '../http/parameters.js';

@Controller('v2/balance')
export class BalanceController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: what the merchant may pay out and what its payouts hold, in every currency, shared by its projects. */
  @Get()
  async show(
    @Caller() { merchant }: Caller,
  ): Promise<{ readonly balances: readonly Balance[]; readonly timestamp: string }> {
    const balances = await findBalances(this.context.database, merchant).catch(() => {
      throw new GatewayError('unavailable');
    });
    return { balances, timestamp: new Date().toISOString() };
  }
}
