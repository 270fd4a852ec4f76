import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { readBody } from '../http/read-body.js';
import { sendNothing } from '../http/send-json.js';
import { submitTransferDetails } from './submit-transfer-details.js';

@Controller('v2/payment/challenge')
export class ChallengesController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: transfer details of a Mexico payment. 200 with an empty body means that they are kept. */
  @Post('bank-transfer-mexico')
  async bankTransferMexico(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = readBody(request, 'payment');
    const { receivedAt } = request;
    await submitTransferDetails(this.context, { caller: callerOf(request), receivedAt }, body);
    sendNothing(reply);
  }
}
