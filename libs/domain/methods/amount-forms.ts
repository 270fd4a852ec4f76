import { decimalsOf } from '../currencies.js';
import { JsonNumber } from '../json.js';
import { decimalsWritten } from '../money.js';
import type { AmountForm } from './method.js';

const integerPattern = /^[1-9]\d{0,14}$/;
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
  if (form === 'integer' && !integerPattern.test(text))
    return 'must be a positive integer of at most 15 digits';
  if (!decimalPattern.test(text)) return 'must be a plain decimal of at most 15 digits before the point';
  if (!/[1-9]/.test(text)) return 'must be positive';
  const decimals = typeof currency === 'string' ? decimalsOf(currency) : undefined;
  if (decimals === undefined || decimalsWritten(text) <= decimals) return undefined;
  return `must have at most ${decimals} decimals`;
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
