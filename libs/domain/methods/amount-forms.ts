import { decimalsOf } from '../values/currencies.js';
import { JsonNumber } from '../values/json.js';
import { decimalsWritten } from '../values/money.js';
import type { AmountForm } from './method.js';

const integerPattern = /^[1-9]\d{0,14}$/;
/** A number as JSON or a string writes it: sign, digits before the exponent, exponent. */
const numeralPattern = /^(-?)(\d+(?:\.\d+)?)([eE][+-]?\d+)?$/;
const decimalPattern = /^(0|[1-9]\d{0,14})(\.\d+)?$/;

/**
 * What is wrong with an amount (contract §5): its JSON type and form, its sign, its decimals as written against those of
 * the currency. Without a form every JSON type that some method takes will do. Undefined: nothing, or no amount at all.
 */
export function amountProblem(
  form: AmountForm | undefined,
  amount: unknown,
  currency: unknown,
): string | undefined {
  if (amount === undefined) return undefined;
  const text = textOf(form, amount);
  if (text === undefined) return `must be ${typeNames[form ?? 'any']}`;
  if (!isPositive(text)) return 'must be positive';
  if (form === 'integer' && !integerPattern.test(text)) return integerProblem(text);
  if (!decimalPattern.test(text))
    return 'must be a plain decimal of at most 15 digits before the point, without an exponent';
  const decimals = typeof currency === 'string' ? decimalsOf(currency) : undefined;
  if (decimals === undefined || decimalsWritten(text) <= decimals) return undefined;
  return `must have at most ${decimals} decimals`;
}

/** Also true for a text that is not a number: its form is checked separately. */
function isPositive(text: string): boolean {
  const [, sign, digits] = numeralPattern.exec(text) ?? [];
  return digits === undefined || (sign === '' && /[1-9]/.test(digits));
}

/** `10.0` and `1e1` are refused as well: 10.50 must never be taken for 1050 minor units, nor the other way round. */
function integerProblem(text: string): string {
  if (text.includes('.')) return 'must be a whole number of major units, no cents';
  return 'must be a whole number of at most 15 digits in major units, without an exponent';
}

const typeNames: Readonly<Record<AmountForm | 'any', string>> = {
  integer: 'a JSON integer',
  number: 'a JSON number',
  string: 'a JSON string',
  any: 'a JSON number or string',
};

function textOf(form: AmountForm | undefined, amount: unknown): string | undefined {
  if (amount instanceof JsonNumber) return form === 'string' ? undefined : amount.text;
  if (typeof amount === 'string') return form === 'string' || form === undefined ? amount : undefined;
  return undefined;
}
