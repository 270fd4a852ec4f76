import { Controller, Get, Query } from '@nestjs/common';
import type { eventPage } from '#domain/wire/events';
import type { ValueOf } from '#domain/wire/schema';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { ListEvents } from './list-events.js';

@Controller('v2/events')
export class EventsController {
  constructor(private readonly listEvents: ListEvents) {}

  /** Contract §7: the feed of final results. */
  @Get()
  list(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof eventPage>> {
    return this.listEvents.list(caller, query);
  }
}
