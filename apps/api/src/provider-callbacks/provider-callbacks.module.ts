import { Module } from '@nestjs/common';
import { FollowSuspicions } from './follow-suspicions.js';
import { ProviderCallbacksController, ReceiveProviderCallback } from './provider-callbacks.controller.js';

@Module({
  controllers: [ProviderCallbacksController],
  providers: [FollowSuspicions, ReceiveProviderCallback],
})
export class ProviderCallbacksModule {}
