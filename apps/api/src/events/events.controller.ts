import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { sendJson } from '../http/send-json.js';
import { listEvents } from './list-events.js';

@Controller('v2/events')
export class EventsController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: the feed of final results. */
  @Get()
  async list(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('after') after?: string | string[],
  ): Promise<void> {
    sendJson(reply, await listEvents(this.context, callerOf(request), after));
  }
}
