import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
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
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<object> {
    return this.listCallbacks.list(caller, query);
  }

  /** Contract §7: one callback with what came of each attempt. */
  @Get(':event_id')
  show(@Caller() caller: Caller, @Param('event_id') eventId: string): Promise<object> {
    return this.listCallbacks.show(caller, eventId);
  }

  /** Contract §7: a callback that tells of nothing. The body may be left out. */
  @Post('test')
  @HttpCode(200)
  test(@Caller() caller: Caller, @JsonBody() body?: ParsedObject): Promise<object> {
    return this.sendTestCallback.sendOnce(caller, body);
  }

  /** Contract §7: send all callbacks of a time again, at their endpoints' own pace. */
  @Post('redeliver')
  @HttpCode(200)
  redeliverAll(@Caller() caller: Caller, @JsonBody() body?: ParsedObject): Promise<object> {
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
