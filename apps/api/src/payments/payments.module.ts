import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { PaymentsController } from './payments.controller.js';
import { KeptTransferDetails, SubmitTransferDetails } from './submit-transfer-details.js';

@Module({
  imports: [TransactionsModule],
  controllers: [PaymentsController],
  providers: [KeptTransferDetails, SubmitTransferDetails],
})
export class PaymentsModule {}
