import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { PayoutsController } from './payouts.controller.js';
import { ConfirmBankCode } from './confirm-bank-code.js';
import { PayoutResponse } from './payout-response.js';

@Module({
  imports: [BanksModule, TransactionsModule],
  controllers: [PayoutsController],
  providers: [ConfirmBankCode, PayoutResponse],
})
export class PayoutsModule {}
