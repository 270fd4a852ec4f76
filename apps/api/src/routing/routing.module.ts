import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { RoutingController } from './routing.controller.js';
import { ExplainLimits } from './explain-limits.js';
import { ExplainRequest } from './explain-request.js';

@Module({
  imports: [TransactionsModule],
  controllers: [RoutingController],
  providers: [ExplainLimits, ExplainRequest],
})
export class RoutingModule {}
