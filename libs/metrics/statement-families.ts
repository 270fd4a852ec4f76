import { differenceClasses } from '#domain/statements/difference';
import { books, type Family } from './family.js';

const mid = { mid: 'mid' } as const;

/** How statements of providers and banks agree with our books (contract §16.8). */
export const statementFamilies = {
  gateway_statement_age_seconds: books('Time since a MID that has statements had a new one', mid),
  gateway_differences: books('Open differences between statements and the books', {
    class: differenceClasses,
  }),
  gateway_difference_oldest_seconds: books('Age of the oldest of them', {}),
  gateway_unexplained_amount: books(
    'Unexplained money on lines of statements, in units of the currency; negative: it went out',
    { ...mid, currency: 'currency' },
  ),
  gateway_in_transit_oldest_seconds: books(
    'Age of the oldest movement that is on no statement of its MID yet',
    mid,
  ),
  gateway_settlement_overdue: books('Settlements that the bank should have shown by now', mid),
  gateway_period_open_days: books(
    'Days since the end of the oldest month that is over and not closed; absent before the first statement',
    {},
  ),
} as const satisfies Readonly<Record<string, Family>>;
