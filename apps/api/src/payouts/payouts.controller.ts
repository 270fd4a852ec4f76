import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { readBody } from '../http/read-body.js';
import { sendJson } from '../http/send-json.js';
import { answerCreate } from '../transactions/answer-create.js';
import { checkTransaction } from '../transactions/check-transaction.js';
import { confirmBankCode } from './confirm-bank-code.js';

@Controller('v2/payout')
export class PayoutsController {
  constructor(private readonly context: ApiContext) {}

  /** Specification §4: create a payout. */
  @Post()
  @HttpCode(200)
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answerCreate(this.context, 'payout', { request, reply });
  }

  /** Specification §4: choose the bank of a payout that was created without one. */
  @Post('challenge/bank-code')
  @HttpCode(200)
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = readBody(request, 'payout');
    const { receivedAt } = request;
    await confirmBankCode(this.context, { caller: callerOf(request), receivedAt }, body);
    void reply.send();
  }

  /** Contract §7: the check endpoint. */
  @Get(':reference')
  async check(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('reference') reference: string,
    @Query('wait') wait?: string | string[],
  ): Promise<void> {
    const key = { type: 'payout', reference } as const;
    sendJson(reply, await checkTransaction(this.context, callerOf(request), key, wait));
  }
}
