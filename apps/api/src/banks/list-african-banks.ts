import { Injectable } from '@nestjs/common';
import { isCountry } from '#domain/values/countries';
import { GatewayError } from '#domain/errors/gateway-error';
import { methodOf } from '#domain/methods/find-method';
import { chooseRoute } from '#domain/routing/choose-route';
import { isBlank } from '#domain/values/text';
import type { Bank } from '#domain/transaction/challenge';
import type { Caller } from '../http/parameters.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { BankOffers } from './offer-banks.js';

/** The method that `GET /v2/bank/africa` lists the banks of. */
const method = methodOf('payout', 'h2h', 'bank_transfer_africa');

@Injectable()
export class ListAfricanBanks {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly banks: BankOffers,
  ) {}

  /**
   * `GET /v2/bank/africa` (contract §7): the banks that the project's route for African payouts can pay out to;
   * none in a country whose currency no route takes. Throws requiredFieldsMissing, invalidParams, the refusal of a project
   * without such a route, bankListUnavailable.
   */
  async list({ project }: Caller, countryCode: string | string[] | undefined): Promise<readonly Bank[]> {
    const country = readCountry(countryCode);
    const currency = currencyOf(country);
    if (currency === undefined) return [];
    const request = { type: 'payout', method: method.code, currency, country } as const;
    const choice = chooseRoute(this.configuration.current(), project, request);
    if (choice.kind === 'chosen') return this.banks.offer(project, [country], choice.candidates[0]);
    const { error, description } = choice;
    if (error === 'currencyNotTaken') return [];
    throw new GatewayError(error, description === undefined ? {} : { description });
  }
}

function readCountry(countryCode: string | string[] | undefined): string {
  const path = 'country_code';
  if (countryCode === undefined || (typeof countryCode === 'string' && isBlank(countryCode))) {
    throw new GatewayError('requiredFieldsMissing', { fields: [{ path, problem: 'is required' }] });
  }
  if (typeof countryCode === 'string' && isCountry(countryCode)) return countryCode;
  const problem = 'must be an ISO 3166-1 alpha-2 code in upper case';
  throw new GatewayError('invalidParams', { fields: [{ path, problem }] });
}

/** The currency of payouts to the country; undefined if the method does not pay out there. */
function currencyOf(country: string): string | undefined {
  const found = Object.entries(method.countriesOfCurrency ?? {}).find(([, countries]) =>
    countries.includes(country),
  );
  return found?.[0];
}
