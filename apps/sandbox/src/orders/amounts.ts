/** Amounts at this provider are decimal strings in major units; a unit here is the last of its four possible decimals. */
const decimalsMax = 4;

/** A decimal string in units. */
export function toUnits(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(decimalsMax, '0'));
}

/** Units as a decimal string: with the decimals of the currency, or more where the amount has more. */
export function fromUnits(units: bigint, iso: string): string {
  const digits = units.toString().padStart(decimalsMax + 1, '0');
  const fraction = digits.slice(-decimalsMax).replace(/0+$/, '').padEnd(decimalsOf(iso), '0');
  const whole = digits.slice(0, -decimalsMax);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Half of an amount, rounded down to the currency's decimals, or to those that the amount is written with. */
export function halfOf(value: string, iso: string): string {
  const written = value.split('.')[1]?.length ?? 0;
  const step = 10n ** BigInt(decimalsMax - Math.max(written, decimalsOf(iso)));
  return fromUnits((toUnits(value) / 2n / step) * step, iso);
}

/** The decimals of a currency by custom. */
function decimalsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}
