import { Module } from '@nestjs/common';
import { ProviderCallbacksController } from './provider-callbacks.controller.js';
import { ReceiveProviderCallback } from './receive-provider-callback.js';

@Module({
  controllers: [ProviderCallbacksController],
  providers: [ReceiveProviderCallback],
})
export class ProviderCallbacksModule {}
