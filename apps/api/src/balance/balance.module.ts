import { Module } from '@nestjs/common';
import { BalanceController } from './balance.controller.js';
import { ListEntries } from './list-entries.js';

@Module({
  controllers: [BalanceController],
  providers: [ListEntries],
})
export class BalanceModule {}
