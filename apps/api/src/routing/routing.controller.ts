import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { readBody } from '../http/read-body.js';
import { sendJson } from '../http/send-json.js';
import { explainRequest } from './explain-request.js';

@Controller('v2/routing')
export class RoutingController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: the way a create request would go. Nothing is registered. */
  @Post('explain')
  @HttpCode(200)
  async explain(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // A body that is not there is no payout either.
    const body = readBody(request, 'payment');
    sendJson(reply, await explainRequest(this.context, callerOf(request), body));
  }
}
