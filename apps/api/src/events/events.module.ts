import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { ListEvents } from './list-events.js';

@Module({
  controllers: [EventsController],
  providers: [ListEvents],
})
export class EventsModule {}
