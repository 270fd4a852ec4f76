import { Controller, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Caller, JsonBody } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { RedeliverCallback } from './redeliver-callback.js';

@Controller('v2/callbacks')
export class CallbacksController {
  constructor(private readonly redeliverCallback: RedeliverCallback) {}

  /** Contract §7: send one callback again. The body is only parsed; 200 with an empty one means that it is being sent. */
  @Post(':event_id/redeliver')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  redeliver(
    @Caller() caller: Caller,
    @Param('event_id') eventId: string,
    @JsonBody() _body?: ParsedObject,
  ): Promise<void> {
    return this.redeliverCallback.redeliver(caller, eventId);
  }
}
