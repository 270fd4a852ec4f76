import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { findBalances, type Balance } from '#persistence/ledger/find-balances';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';

@Controller('v2/balance')
export class BalanceController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: what the merchant may pay out and what its payouts hold, in every currency, shared by its projects. */
  @Get()
  async show(
    @Req() request: FastifyRequest,
  ): Promise<{ readonly balances: readonly Balance[]; readonly timestamp: string }> {
    const balances = await findBalances(this.context.database, callerOf(request).merchant).catch(() => {
      throw new GatewayError('unavailable');
    });
    return { balances, timestamp: new Date().toISOString() };
  }
}
