import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { sendJson } from '../http/send-json.js';
import { answerCreate } from '../transactions/answer-create.js';
import { checkTransaction } from '../transactions/check-transaction.js';

@Controller('v2/payment')
export class PaymentsController {
  constructor(private readonly context: ApiContext) {}

  /** Specification §4: create a payment of any payin method. */
  @Post()
  @HttpCode(200)
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answerCreate(this.context, 'payment', { request, reply });
  }

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  async check(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<void> {
    const key = { type: 'payment', reference } as const;
    sendJson(reply, await checkTransaction(this.context, callerOf(request), key, wait));
  }
}
