import { pageLimit } from './page.js';
import { amount, currency } from './record-parts.js';
import { closedObject, instant, listOf, named, oneOf, orNull, text, uuid, type Schema } from './schema.js';

const balance = named(
  'Balance',
  closedObject({
    currency,
    available: { ...amount, description: 'Major units, with all decimals of the currency' },
    reserved: { ...amount, description: 'Held by payouts that are not final' },
  }),
);
/** The answer of `GET /v2/balance`. */
export const balanceList = named(
  'BalanceList',
  closedObject({ balances: listOf(balance), timestamp: instant }),
);

const account = oneOf(['funding', 'available', 'reserved', 'clearing', 'collected', 'refunding']);

function ofTransaction<Value>(schema: Schema<Value>): Schema<Value | null> {
  return { ...orNull(schema), description: '`null` on a top-up' };
}

export const balanceEntry = named(
  'BalanceEntry',
  closedObject({
    entry_id: { ...text, description: 'Unique; says nothing about the order' },
    date: instant,
    kind: oneOf([
      'top_up',
      'reserve',
      'settle',
      'release',
      'adjust',
      'collect',
      'hold',
      'refund',
      'unhold',
      'refund_returned',
      'chargeback',
      'chargeback_won',
      'provider_refund',
    ]),
    currency,
    amount: { ...amount, description: 'Major units, exact; of a transaction its `billing_amount`' },
    from: account,
    to: account,
    identifier: ofTransaction(uuid),
    reference: ofTransaction(text),
    reversal_id: { ...orNull(text), description: 'The reversal that it follows from; `null` on all others' },
  }),
);
/** The answer of `GET /v2/balance/entries`. */
export const balanceEntryPage = named(
  'BalanceEntryPage',
  closedObject({ entries: listOf(balanceEntry, { maxItems: pageLimit.max }), next_after: text }),
);
