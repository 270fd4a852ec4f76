import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { readBody } from '../http/read-body.js';
import { sendJson } from '../http/send-json.js';
import { trackAnswer } from '../http/track-answer.js';
import { acceptPayment } from '../transactions/accept-request.js';
import { checkTransaction } from '../transactions/check-transaction.js';
import { createTransaction } from '../transactions/create-transaction.js';

@Controller('v2/payment')
export class PaymentsController {
  constructor(private readonly context: ApiContext) {}

  /** Specification §4: create a payment of any payin method. */
  @Post()
  @HttpCode(200)
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const answer = trackAnswer(reply, this.context.database, this.context.log);
    const body = readBody(request, 'payment');
    const { requestId, receivedAt } = request;
    const call = { caller: callerOf(request), requestId, receivedAt, answer };
    const accepted = { body, request: acceptPayment(body) };
    sendJson(reply, await answer.recorded(createTransaction(this.context, call, accepted)));
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
