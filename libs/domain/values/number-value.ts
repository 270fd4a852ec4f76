/** `digits` without zeros at either end, times ten to the power of `exponent`; zero has no digits. */
type NumberValue = { readonly sign: string; readonly digits: string; readonly exponent: bigint };

const jsonNumber = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The value of a JSON number, without a float; its text may have any length and any exponent. Zero for any other text.
 */
function valueOf(text: string): NumberValue {
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', fraction = '', power] = jsonNumber.exec(text)?.slice(1) ?? [];
  const written = (whole + fraction).replace(/^0+/, '');
  const digits = written.replace(/0+$/, '');
  if (digits === '') return { sign, digits, exponent: 0n };
  const exponent = BigInt(power ?? 0) - BigInt(fraction.length) + BigInt(written.length - digits.length);
  return { sign, digits, exponent };
}

/** Longest number that is written without an exponent. */
const plainMax = 400n;

/**
 * One text for each value that a JSON number can have: `25.5` for `25.50` and `2.55e1`, `0` for `-0`. The text is a
 * JSON number, with an exponent only if it needs one.
 */
export function writeByValue(text: string): string {
  const { sign, digits, exponent } = valueOf(text);
  if (digits === '') return '0';
  const point = BigInt(digits.length) + exponent;
  if (point > plainMax || exponent < -plainMax) return `${sign}${digits}e${exponent}`;
  if (exponent >= 0n) return sign + digits + '0'.repeat(Number(exponent));
  if (point <= 0n) return `${sign}0.${'0'.repeat(Number(-point))}${digits}`;
  return `${sign}${digits.slice(0, Number(point))}.${digits.slice(Number(point))}`;
}

/** Whether the value of a JSON number lies within ±1e308, which a float of 64 bits can hold. */
export function isOfFloatSize(text: string): boolean {
  const { digits, exponent } = valueOf(text);
  const magnitude = exponent + BigInt(digits.length) - 1n;
  return magnitude < 308n || (magnitude === 308n && digits === '1');
}
