import { Module } from '@nestjs/common';
import { BanksController } from './banks.controller.js';
import { ListAfricanBanks } from './list-african-banks.js';
import { BankOffers } from './offer-banks.js';

@Module({
  controllers: [BanksController],
  providers: [ListAfricanBanks, BankOffers],
  exports: [BankOffers],
})
export class BanksModule {}
