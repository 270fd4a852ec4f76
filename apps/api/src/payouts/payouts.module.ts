import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { PayoutsController } from './payouts.controller.js';
import { ConfirmBankCode } from './confirm-bank-code.js';

@Module({
  imports: [BanksModule, TransactionsModule],
  controllers: [PayoutsController],
  providers: [ConfirmBankCode],
})
export class PayoutsModule {}
