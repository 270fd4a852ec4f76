import { iso31662 } from 'iso-3166';
import { internationalPhone } from './international-phone.js';

type Customer = Readonly<Record<string, string>>;

/**
 * The customer (wire names of specification §2.3) as a provider wants it: phone in E.164 and state in ISO 3166-2, where
 * that can be known. The country is the customer's own, else the method's (ISO 3166-1 alpha-2). Every other field stays
 * as sent.
 */
export function customerForProvider(customer: Customer, methodCountry: string | undefined): Customer {
  const { phone, state_code: stateCode } = customer;
  const country = customer['country'] ?? methodCountry;
  return {
    ...customer,
    ...(phone === undefined ? {} : { phone: internationalPhone(phone, country) }),
    ...(stateCode === undefined ? {} : { state_code: subdivisionCode(stateCode, country) }),
  };
}

const subdivisions: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));

/**
 * The ISO 3166-2 form of a `state_code`: `SP` in Brazil is `BR-SP`. A value that is no subdivision of that country (ISO
 * 3166-1 alpha-2) stays as sent.
 */
export function subdivisionCode(sent: string, country: string | undefined): string {
  const code = `${country}-${sent}`;
  return subdivisions.has(code) ? code : sent;
}
