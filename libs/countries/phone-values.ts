import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { plainValue } from '#domain/risk/risk-value';
import { internationalPhone } from './international-phone.js';

/**
 * Every number, in digits, that a phone as sent may be: itself, and the international number that it is in the country
 * given (ISO 3166-1 alpha-2), with its calling code or without. The first is the likeliest.
 */
export function phoneValues(sent: string, country: string | undefined): readonly string[] {
  const national =
    country !== undefined && isSupportedCountry(country)
      ? parsePhoneNumberFromString(sent, { defaultCountry: country, extract: false })
      : undefined;
  const candidates = [
    internationalPhone(sent, country),
    sent,
    ...(national?.isPossible() ? [national.number] : []),
  ];
  return [...new Set(candidates.map((candidate) => plainValue('phone', candidate)))];
}
