import { Controller, Get, Query } from '@nestjs/common';
import { ApiContext } from '../api-context.js';
import { Caller } from '../http/parameters.js';
import { listEvents } from './list-events.js';

@Controller('v2/events')
export class EventsController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: the feed of final results. */
  @Get()
  list(@Caller() caller: Caller, @Query('after') after?: string | string[]): Promise<object> {
    return listEvents(this.context, caller, after);
  }
}
