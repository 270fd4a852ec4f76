/**
 * ISO 4217, active codes with a minor unit, by the number of its decimals. By hand, because the tables of `Intl` follow
 * custom (COP 0) and not the standard (COP 2). Codes without a minor unit (metals, `XDR`, `XTS`, `XXX` …) are nothing
 * one can pay with, and are left out.
 */
const codesByDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
      CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
      IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
      MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
      SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
      YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const decimalsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(decimals)] as const),
  ),
);

export const currencyCodes: readonly string[] = [...decimalsByCode.keys()];

/** Upper case only: `eur` is no ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return decimalsByCode.has(code);
}

/** Decimals of the minor unit; undefined for what is no currency. */
export function decimalsOf(code: string): number | undefined {
  return decimalsByCode.get(code);
}
