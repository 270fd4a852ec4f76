import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { readOptionalBody } from '../http/read-body.js';
import { sendNothing } from '../http/send-json.js';
import { redeliverCallback } from './redeliver-callback.js';

@Controller('v2/callbacks')
export class CallbacksController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: send one callback again. The body says nothing; 200 with an empty one means that it is being sent. */
  @Post(':event_id/redeliver')
  async redeliver(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('event_id') eventId: string,
  ): Promise<void> {
    readOptionalBody(request);
    await redeliverCallback(this.context, callerOf(request), eventId);
    sendNothing(reply);
  }
}
