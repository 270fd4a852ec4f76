import type { LineKind } from './line.js';

/** What columns of a file can be read as; those of JSON are paths (`charge.reference`). */
export const mappedFields = [
  'id',
  'kind',
  'reference',
  'provider_id',
  'gross',
  'in',
  'out',
  'fee',
  'tax',
  'net',
  'currency',
  'settled_amount',
  'settled_currency',
  'rate',
  'booked_on',
  'value_on',
  'settlement',
  'account',
] as const;
export type MappedField = (typeof mappedFields)[number];

/**
 * Rows that are not lines: `opening` and `closing` name a balance in `net` (or `gross`), `total` has the sums of the lines of its
 * currency (of `gross` and `net` those in less those out), `skip` is ignored.
 */
export const rowKinds = ['opening', 'closing', 'total', 'skip'] as const;
export type RowKind = (typeof rowKinds)[number];

/** What a word of the provider means; with both, by the direction in which the money moved. */
export type MappedKind = LineKind | RowKind | { readonly in: LineKind; readonly out: LineKind };

export const mappingFormats = ['csv', 'json'] as const;
export const encodings = ['utf-8', 'latin-1'] as const;
export const delimiters = [',', ';', '|', 'tab'] as const;
export const decimalSigns = ['.', ','] as const;
export const thousandsSigns = ['.', ',', ' ', "'"] as const;
export const dateForms = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYYMMDD',
  'instant',
] as const;
export const moneySigns = ['by_kind', 'signed'] as const;
export const feeSigns = ['positive', 'negative'] as const;
export const amountUnits = ['major', 'minor'] as const;

/**
 * How a provider writes its statements (contract §16.2); everything is declared, nothing is guessed. One of `gross` (or `in` and
 * `out`) and `net` may be missing, and follows from the other with `fee` and `tax`; with both, and neither `fee` nor
 * `tax`, the fee is the difference.
 */
export type StatementMapping = {
  readonly format: (typeof mappingFormats)[number];
  readonly encoding: (typeof encodings)[number];
  readonly delimiter: (typeof delimiters)[number];
  readonly decimal: (typeof decimalSigns)[number];
  /** Absent: no sign stands between thousands. */
  readonly thousands?: (typeof thousandsSigns)[number];
  /** `instant`: a time with its offset, whose day is that of the statement's time zone. */
  readonly dates: (typeof dateForms)[number];
  /** `by_kind`: amounts have no sign, but that of the kind `other` has; `signed`: money that goes out is negative. */
  readonly money: (typeof moneySigns)[number];
  /** Sign of a fee or tax that is taken. */
  readonly fees: (typeof feeSigns)[number];
  readonly units: (typeof amountUnits)[number];
  /** Lines of the file before the one with the names of its columns. */
  readonly skipLines: number;
  /** Of JSON: the name of the list of lines, unless the file is that list. */
  readonly list: string;
  /** Of JSON: names beside that list. Balances are of `currency`. */
  readonly head?: Readonly<Partial<Record<(typeof headFields)[number], string>>>;
  /** Columns by what they are read as. */
  readonly columns: Readonly<Partial<Record<MappedField, string>>>;
  /** Currency of every line, where no column names it. */
  readonly currency?: string;
  /** Currencies that lines may have; absent: any. */
  readonly currencies?: readonly string[];
  /** By the provider's word; `*`: every other word. Without it an unknown word is a difference. */
  readonly kinds: Readonly<Record<string, MappedKind>>;
};

export const headFields = ['account', 'from', 'to', 'opening', 'closing'] as const;

const common = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  dates: 'YYYY-MM-DD',
  money: 'by_kind',
  fees: 'positive',
  units: 'major',
  skipLines: 0,
  list: 'lines',
} as const;

/** What a mapping has where the file says nothing. */
export const usualMapping: Omit<StatementMapping, 'columns' | 'kinds'> = common;

/**
 * Mappings that are shipped, by name (contract §16.8). `standard`: columns and kinds are those of contract §16.2, which
 * the sandbox writes. `mercado_pago`: its account report, whose fee columns differ by country: the fee is the difference
 * between gross and net.
 */
export const shippedMappings = {
  standard: {
    ...common,
    columns: {
      id: 'line_key',
      kind: 'kind',
      reference: 'reference',
      provider_id: 'provider_id',
      gross: 'gross',
      fee: 'fee',
      tax: 'tax',
      net: 'net',
      currency: 'currency',
      settled_amount: 'settled_amount',
      settled_currency: 'settled_currency',
      rate: 'rate',
      booked_on: 'booked_on',
      value_on: 'value_on',
      settlement: 'settlement',
    },
    kinds: {
      payment: 'payment',
      payout: 'payout',
      refund: 'refund',
      refund_returned: 'refund_returned',
      chargeback: 'chargeback',
      chargeback_won: 'chargeback_won',
      payout_returned: 'payout_returned',
      fee: 'fee',
      settlement: 'settlement',
      funding: 'funding',
      other: 'other',
      opening: 'opening',
      closing: 'closing',
      total: 'total',
    },
  },
  mercado_pago: {
    ...common,
    dates: 'instant',
    money: 'signed',
    columns: {
      kind: 'TRANSACTION_TYPE',
      reference: 'EXTERNAL_REFERENCE',
      provider_id: 'SOURCE_ID',
      gross: 'TRANSACTION_AMOUNT',
      net: 'SETTLEMENT_NET_AMOUNT',
      currency: 'SETTLEMENT_CURRENCY',
      booked_on: 'SETTLEMENT_DATE',
    },
    kinds: {
      SETTLEMENT: 'payment',
      REFUND: { in: 'refund_returned', out: 'refund' },
      CHARGEBACK: { in: 'chargeback_won', out: 'chargeback' },
      DISPUTE: { in: 'chargeback_won', out: 'chargeback' },
      WITHDRAWAL: { in: 'funding', out: 'settlement' },
      '*': 'other',
    },
  },
} as const satisfies Readonly<Record<string, StatementMapping>>;
