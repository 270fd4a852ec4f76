import { Module } from '@nestjs/common';
import { ProviderCallbacksController, ReceiveProviderCallback } from './provider-callbacks.controller.js';

@Module({
  controllers: [ProviderCallbacksController],
  providers: [ReceiveProviderCallback],
})
export class ProviderCallbacksModule {}
