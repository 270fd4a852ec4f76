import type { WrittenLimits, WrittenRoute } from './written-configuration.js';

/** The limits in a route's `amount`: those of a currency by its name, those of all others as `all`. */
export function splitAmount(
  amount: NonNullable<WrittenRoute['amount']>,
): readonly { readonly name: string; readonly limits: WrittenLimits }[] {
  const { min, max, ...named } = amount;
  const rest = min === undefined && max === undefined ? [] : [{ name: 'all', limits: { min, max } }];
  return [
    ...rest,
    // The schema lets limits alone stand under a currency.
    ...Object.entries(named).map(([name, limits]) => ({ name, limits: limits as WrittenLimits })),
  ];
}
