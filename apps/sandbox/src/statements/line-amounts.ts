import { toUnits } from '../orders/amounts.js';

/** ISO 4217; every other currency has two decimals. */
const noDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const threeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** What the provider takes of a payment or a payout: 1.4 % and 0.25 (contract §16.8). */
const feeThousandths = 14n;
const feeFixed = toUnits('0.25');

export function decimalsOfIso(iso: string): number {
  if (noDecimals.includes(iso)) return 0;
  return threeDecimals.includes(iso) ? 3 : 2;
}

/** One of any currency, in units. */
export const major = toUnits('1');

/** Rounded half up to the currency's decimals. */
export function feeOf(units: bigint, iso: string): bigint {
  const step = major / 10n ** BigInt(decimalsOfIso(iso));
  const thousandths = units * feeThousandths + feeFixed * 1_000n;
  return ((2n * thousandths + 1_000n * step) / (2_000n * step)) * step;
}

/** Units as a signed decimal string with all decimals of the currency. */
export function showUnits(units: bigint, iso: string): string {
  const decimals = decimalsOfIso(iso);
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  const whole = digits.slice(0, -4);
  const fraction = digits.slice(-4).slice(0, decimals);
  return `${units < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${fraction}`}`;
}
