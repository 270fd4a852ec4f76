import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { PayoutResponse, PayoutsController } from './payouts.controller.js';
import { ConfirmBankCode } from './confirm-bank-code.js';

@Module({
  imports: [TransactionsModule],
  controllers: [PayoutsController],
  providers: [ConfirmBankCode, PayoutResponse],
})
export class PayoutsModule {}
