import { Module } from '@nestjs/common';
import { CallbacksController } from './callbacks.controller.js';
import { ListCallbacks } from './list-callbacks.js';
import { RedeliverCallback } from './redeliver-callback.js';
import { RedeliverCallbacks } from './redeliver-callbacks.js';
import { SendTestCallback } from './send-test-callback.js';

@Module({
  controllers: [CallbacksController],
  providers: [ListCallbacks, RedeliverCallback, RedeliverCallbacks, SendTestCallback],
})
export class CallbacksModule {}
