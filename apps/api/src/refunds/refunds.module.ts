import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { CreateRefund } from './create-refund.js';
import { ListRefunds } from './list-refunds.js';
import { PlanRefund } from './plan-refund.js';
import { RefundListController } from './refund-list.controller.js';
import { RefundsController } from './refunds.controller.js';
import { RegisterRefund } from './register-refund.js';

@Module({
  imports: [TransactionsModule],
  controllers: [RefundsController, RefundListController],
  providers: [CreateRefund, ListRefunds, PlanRefund, RegisterRefund],
})
export class RefundsModule {}
