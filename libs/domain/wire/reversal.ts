import { reversalKinds, reversalStates, type ReversalKind, type ReversalState } from '../refunds/reversal.js';
import { transactionTypes } from '../transaction/status.js';
import type { Transaction } from '../transaction/transaction.js';
import { fromMinorUnits, toMinorUnits } from '../values/money.js';
import { writeJson } from '../values/write-json.js';
import { fieldsOf, objectOf, valuesOf, type Fields, type PublishedFields, type ValuesOf } from './field.js';
import { nextOrNull, pageLimit } from './page.js';
import { amount, currency } from './record-parts.js';
import { closedObject, instant, listOf, named, oneOf, orNull, text, uuid, type Schema } from './schema.js';

/** A reversal, and its transaction, as merchants see them. */
export type ShownReversal = {
  readonly transaction: Pick<Transaction, 'type' | 'identifier' | 'reference' | 'currency'>;
  readonly reversalId: string;
  readonly kind: ReversalKind;
  /** As it was told. */
  readonly amount: string;
  /** The part that counts; another one than the amount only where a person has posted a part. */
  readonly counted: string;
  readonly state: ReversalState;
  readonly dispute: string | undefined;
  readonly reason: string | undefined;
  readonly respondBy: Date | undefined;
  readonly createdAt: Date;
  readonly postedAt: Date | undefined;
};

const { always } = fieldsOf<ShownReversal>();

/** The fields of a reversal in records, lists and callbacks, in the order in which they are written (contract §15.8). */
export const reversalFields = {
  type: always(oneOf(['reversal']), 'reversal', () => 'reversal' as const),
  reversal_id: always(text, 'rev_0190a6c2b1d47f3e8a5c', ({ reversalId }) => reversalId),
  kind: always(oneOf(reversalKinds), 'chargeback', ({ kind }) => kind),
  transaction_type: always(oneOf(transactionTypes), 'payment', ({ transaction }) => transaction.type),
  identifier: always(
    uuid,
    '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73',
    ({ transaction }) => transaction.identifier,
  ),
  reference: always(text, 'ord-1', ({ transaction }) => transaction.reference),
  currency: always(currency, 'EUR', ({ transaction }) => transaction.currency),
  amount: always(
    { ...amount, description: 'Major units, with all decimals of the currency' },
    '10.10',
    (reversal) => fromMinorUnits(toMinorUnits(moneyOf(reversal)), reversal.transaction.currency),
  ),
  state: always(oneOf(reversalStates), 'posted', ({ state }) => state),
  case: always(
    { ...orNull(text), description: "The provider's own id of the dispute" },
    'dp_4711',
    ({ dispute }) => dispute ?? null,
  ),
  reason: always(
    { ...orNull(text), description: "The provider's code" },
    'fraudulent',
    ({ reason }) => reason ?? null,
  ),
  respond_by: always(
    { ...orNull(instant), description: "Until when it can be answered, in the provider's panel" },
    '2026-02-07T12:00:00.000Z',
    ({ respondBy }) => respondBy?.toISOString() ?? null,
  ),
  created_date: always(instant, '2026-01-31T12:00:00.000Z', ({ createdAt }) => createdAt.toISOString()),
  posted_date: always(
    orNull(instant),
    '2026-01-31T12:00:00.000Z',
    ({ postedAt }) => postedAt?.toISOString() ?? null,
  ),
} satisfies Fields<ShownReversal>;

export type DescribedReversal = ValuesOf<typeof reversalFields>;

/** A reversal in a record or a list. */
export const reversal = named('Reversal', objectOf(reversalFields) as Schema<DescribedReversal>);

/** The fields of its callback, and of its entry in the feed. */
export const reversalEventFields: PublishedFields = {
  event_id: { schema: text, example: 'evt_0190a6c2b1d47f3e8a5c' },
  ...reversalFields,
  timestamp: { schema: instant, example: '2026-01-31T12:00:00.000Z' },
};

/** The answer of `GET /v2/reversals` (contract §15.1). */
export const reversalPage = named(
  'ReversalPage',
  closedObject({ reversals: listOf(reversal, { maxItems: pageLimit.max }), next_after: nextOrNull }),
);

export function describeReversal(shown: ShownReversal): DescribedReversal {
  return valuesOf(reversalFields, shown, shown.createdAt);
}

/** The body of its one callback, which is sent byte for byte on every attempt. */
export function writeReversalEvent(eventId: string, shown: ShownReversal, now: Date): string {
  return writeJson({ event_id: eventId, ...describeReversal(shown), timestamp: now.toISOString() });
}

function moneyOf({ transaction, amount: told, counted, state }: ShownReversal) {
  return { amount: state === 'posted' ? counted : told, currency: transaction.currency };
}
