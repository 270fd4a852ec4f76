import { pageLimit } from './page.js';
import { amount, currency } from './record-parts.js';
import {
  closedObject,
  count,
  instant,
  listOf,
  named,
  oneOf,
  orNull,
  text,
  uuid,
  type Schema,
} from './schema.js';

/** What a line of a report tells, and the column of a row that it counts in (contract §16.6). */
export const reportColumns = {
  payment: 'payments',
  refund: 'refunds',
  refund_returned: 'refunds_returned',
  provider_refund: 'provider_refunds',
  chargeback: 'chargebacks',
  chargeback_won: 'chargebacks_won',
  payout: 'payouts',
  payout_returned: 'payouts_returned',
  fee: 'fees',
  tax: 'fees',
  settlement: 'settled',
} as const;
export type ReportKind = keyof typeof reportColumns;
export type ReportColumn = (typeof reportColumns)[ReportKind];
export const reportKinds = Object.keys(reportColumns) as readonly ReportKind[];

/** Those that bring money to what a provider holds; all others take some. */
export const kindsIn: readonly ReportKind[] = [
  'payment',
  'refund_returned',
  'chargeback_won',
  'payout_returned',
];

const inFull: Schema<string> = { ...amount, description: 'Major units, with all decimals of the currency' };
const day: Schema<string> = { type: 'string', format: 'date' };

const sums = {
  payments: inFull,
  refunds: inFull,
  refunds_returned: inFull,
  provider_refunds: inFull,
  chargebacks: inFull,
  chargebacks_won: inFull,
  payouts: inFull,
  payouts_returned: inFull,
  fees: { ...inFull, description: 'Of the provider; only with the project’s `reports.fees`' },
  settled: { ...inFull, description: 'What the provider has paid out' },
} satisfies Readonly<Record<ReportColumn, Schema<string>>>;

const counts = {
  payments: count,
  refunds: count,
  refunds_returned: count,
  provider_refunds: count,
  chargebacks: count,
  chargebacks_won: count,
  payouts: count,
  payouts_returned: count,
  fees: count,
  settled: count,
} satisfies Readonly<Record<ReportColumn, Schema<number>>>;

export const reportRow = named(
  'ReportRow',
  closedObject(
    {
      provider: text,
      method: text,
      currency,
      opening: {
        ...inFull,
        description: 'Held by the provider when the day began: the `closing` of the day before',
      },
      ...sums,
      closing: {
        ...inFull,
        description:
          'Held when the day ended: `opening` and what came in (payments, refunds_returned, chargebacks_won, payouts_returned), less what went out',
      },
      in_transit: {
        ...inFull,
        description:
          'The part of `closing` that stands on no statement of the provider yet; negative where more went out',
      },
      counts: named('ReportCounts', closedObject(counts, ['fees'])),
    },
    ['fees'],
  ),
);

/** The answer of `GET /v2/reports/daily`. */
export const dailyReport = named(
  'DailyReport',
  closedObject({
    date: day,
    state: { ...oneOf(['open', 'closed']), description: '`closed`: this answer never changes' },
    rows: listOf(reportRow),
    timestamp: { ...instant, description: 'Of a closed day that of its closing' },
  }),
);

export const reportLine = named(
  'ReportLine',
  closedObject(
    {
      line_id: { ...text, description: 'Unique; says nothing about the order' },
      date: { ...instant, description: 'When it was posted' },
      kind: oneOf(reportKinds),
      identifier: { ...orNull(uuid), description: 'Of the transaction; `null`: it belongs to none' },
      reference: { ...orNull(text), description: 'Of the transaction; `null`: it belongs to none' },
      provider: text,
      method: text,
      currency,
      gross: { ...inFull, description: 'Positive; the kind says the direction' },
      fee: { ...inFull, description: 'Only with the project’s `reports.fees`' },
      net: { ...inFull, description: 'Positive: what was moved' },
      settlement: {
        ...orNull(text),
        description: 'The provider’s payout that it is part of; `null`: not known',
      },
      entry_id: text,
      late_for: {
        ...orNull({ ...text, pattern: '^\\d{4}-\\d{2}$' }),
        description:
          'The month that was closed when the line of the statement came, as YYYY-MM: the entry counts in a later one; `null`: it came in time',
      },
    },
    ['fee'],
  ),
);

/** The columns of its CSV, in their order. */
export const reportLineColumns = [
  'line_id',
  'date',
  'kind',
  'identifier',
  'reference',
  'provider',
  'method',
  'currency',
  'gross',
  'fee',
  'net',
  'settlement',
  'entry_id',
  'late_for',
] as const;

/** The answer of `GET /v2/reports/lines`. */
export const reportLinePage = named(
  'ReportLinePage',
  closedObject({ lines: listOf(reportLine, { maxItems: pageLimit.max }), next_after: text }),
);
