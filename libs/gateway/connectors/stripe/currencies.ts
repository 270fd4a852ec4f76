import type { Money } from '#domain/values/money';
import { fromProviderUnits, toProviderUnits } from '../provider-decimals.js';

/**
 * Its own table, by decimals. Source: docs.stripe.com/currencies, "Zero-decimal currencies", "Three-decimal currencies" and "Special
 * cases". MGA has none there, and two in ISO 4217; ISK has two, of which both are always 0. UGX is left out: the page has it
 * in the list of zero-decimal currencies, and among its special cases with two decimals, a hundred times as much.
 */
const currenciesByDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE
      CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR
      KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN
      PGK PHP PKR PLN QAR RON RSD SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU
      UZS WST XCD XCG YER ZAR ZMW`,
  3: 'BHD JOD KWD OMR TND',
};

export const stripeDecimals: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(currenciesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(decimals)] as const),
  ),
);

/**
 * An amount in Stripe's units; undefined if it cannot be sent exactly. The last digit of an amount with three decimals has to
 * be 0 there, and nothing is rounded here.
 */
export function toStripeUnits(money: Money): number | undefined {
  const units = toProviderUnits(stripeDecimals, money);
  const isTooFine = units !== undefined && stripeDecimals[money.currency] === 3 && units % 10 !== 0;
  return isTooFine ? undefined : units;
}

/** The reverse. Its currencies are written in lower case. */
export function fromStripeUnits(amount: unknown, currency: unknown): Money | undefined {
  if (typeof currency !== 'string' || currency !== currency.toLowerCase()) return undefined;
  return fromProviderUnits(stripeDecimals, { amount, currency: currency.toUpperCase() });
}
