import { Module } from '@nestjs/common';
import { CallbacksController } from './callbacks.controller.js';
import { RedeliverCallback } from './redeliver-callback.js';

@Module({
  controllers: [CallbacksController],
  providers: [RedeliverCallback],
})
export class CallbacksModule {}
