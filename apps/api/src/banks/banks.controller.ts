import { Controller, Get, Query } from '@nestjs/common';
import type { bankList } from '#domain/wire/bank';
import type { ValueOf } from '#domain/wire/schema';
import { Caller } from '../http/parameters.js';
import { ListAfricanBanks } from './list-african-banks.js';

@Controller('v2/bank')
export class BanksController {
  constructor(private readonly listAfricanBanks: ListAfricanBanks) {}

  /** Specification §4: the supported banks of a country. */
  @Get('africa')
  list(
    @Caller() caller: Caller,
    @Query('country_code') countryCode?: string | string[],
  ): Promise<ValueOf<typeof bankList>> {
    return this.listAfricanBanks.list(caller, countryCode);
  }
}
