import { Module } from '@nestjs/common';
import { BanksController } from './banks.controller.js';
import { ListAfricanBanks } from './list-african-banks.js';
import { PayeeChecks } from './check-payee.js';
import { BankOffers } from './offer-banks.js';

@Module({
  controllers: [BanksController],
  providers: [ListAfricanBanks, BankOffers, PayeeChecks],
  exports: [BankOffers, PayeeChecks],
})
export class BanksModule {}
