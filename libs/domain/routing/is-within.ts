import type { AmountLimits } from '../configuration.js';
import { compareAmounts } from '../money.js';

/** Limits are inclusive. `amount` is a decimal string in major units. */
export function isWithin(limits: AmountLimits | undefined, amount: string): boolean {
  if (limits?.min !== undefined && compareAmounts(amount, limits.min) < 0) return false;
  return limits?.max === undefined || compareAmounts(amount, limits.max) <= 0;
}
