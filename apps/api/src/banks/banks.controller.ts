import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { sendJson } from '../http/send-json.js';
import { listAfricanBanks } from './list-african-banks.js';

@Controller('v2/bank')
export class BanksController {
  constructor(private readonly context: ApiContext) {}

  /** Specification §4: the supported banks of a country. */
  @Get('africa')
  async list(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('country_code') countryCode?: string | string[],
  ): Promise<void> {
    sendJson(reply, await listAfricanBanks(this.context, callerOf(request), countryCode));
  }
}
