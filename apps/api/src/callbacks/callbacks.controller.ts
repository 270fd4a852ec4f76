import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { callbackPage, callbackWithDeliveries, delivery, redeliveryCount } from '#domain/wire/callbacks';
import type { ValueOf } from '#domain/wire/schema';
import type { SentQuery } from '../http/list-query.js';
import { Caller, JsonBody } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { ListCallbacks } from './list-callbacks.js';
import { RedeliverCallback } from './redeliver-callback.js';
import { RedeliverCallbacks } from './redeliver-callbacks.js';
import { SendTestCallback } from './send-test-callback.js';

@Controller('v2/callbacks')
export class CallbacksController {
  constructor(
    private readonly listCallbacks: ListCallbacks,
    private readonly redeliverCallback: RedeliverCallback,
    private readonly redeliverCallbacks: RedeliverCallbacks,
    private readonly sendTestCallback: SendTestCallback,
  ) {}

  /** Contract §7: the merchant's callbacks, newest first. */
  @Get()
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof callbackPage>> {
    return this.listCallbacks.list(caller, query);
  }

  /** Contract §7: one callback with its attempts. */
  @Get(':event_id')
  show(
    @Caller() caller: Caller,
    @Param('event_id') eventId: string,
  ): Promise<ValueOf<typeof callbackWithDeliveries>> {
    return this.listCallbacks.show(caller, eventId);
  }

  /** Contract §7: a test callback. The body may be left out. */
  @Post('test')
  @HttpCode(200)
  test(@Caller() caller: Caller, @JsonBody() body?: ParsedObject): Promise<ValueOf<typeof delivery>> {
    return this.sendTestCallback.sendOnce(caller, body);
  }

  /** Contract §7: send the callbacks of a period again, at the rate of each endpoint. */
  @Post('redeliver')
  @HttpCode(200)
  redeliverAll(
    @Caller() caller: Caller,
    @JsonBody() body?: ParsedObject,
  ): Promise<ValueOf<typeof redeliveryCount>> {
    return this.redeliverCallbacks.redeliver(caller, body);
  }

  /** Contract §7: send one callback again. The body is parsed and ignored; 200 with an empty body: it is being sent. */
  @Post(':event_id/redeliver')
  @HttpCode(200)
  redeliver(
    @Caller() caller: Caller,
    @Param('event_id') eventId: string,
    @JsonBody() _body?: ParsedObject,
  ): Promise<void> {
    return this.redeliverCallback.redeliver(caller, eventId);
  }
}
