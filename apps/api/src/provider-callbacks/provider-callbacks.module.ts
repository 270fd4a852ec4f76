import { Module } from '@nestjs/common';
import { FollowSuspicions } from './follow-suspicions.js';
import { ProviderCallbacksController } from './provider-callbacks.controller.js';
import { ReceiveProviderCallback } from './receive-provider-callback.js';

@Module({
  controllers: [ProviderCallbacksController],
  providers: [FollowSuspicions, ReceiveProviderCallback],
})
export class ProviderCallbacksModule {}
