import { isCurrency } from '#domain/values/currencies';
import { writeInFull } from '#domain/values/money';

/** Who or what gives a transaction its status. */
const sources = {
  api: 'the request',
  provider: 'the provider’s word',
  lookup: 'a look-up',
  customer: 'the customer',
  merchant: 'the merchant',
  timer: 'time ran out',
  operator: 'a person',
} as const;

/** Words of the books in plain words, by the heading of their column. A CSV has the words of the books. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Style: { h2h: 'server to server', hpp: 'hosted page' },
  By: {
    ...sources,
    reference: 'our reference',
    provider_id: 'the provider’s id',
    only_pair: 'the only pair',
    itself: 'what the line itself says',
  },
  'Status by': sources,
  Failure: { dns: 'its name is not found', tls: 'no secure connection', reset: 'the connection broke' },
  Came: { provider: 'fetched', folder: 'from the folder', file: 'imported by hand' },
};

/** Columns of names and texts that people have given, which stay as they are. */
const given: ReadonlySet<string> = new Set([
  'Merchant',
  'Project',
  'Reference',
  'Provider',
  'MID',
  'Route',
  'Account',
  'Description',
  'Endpoint',
  'Event',
  'Name',
  'Subject',
  'Path',
  'Before',
  'After',
  'Operator',
  'Who',
  'Reason',
  'Details',
]);

/** A single word of the books with underscores in it, such as `not_found`. */
const joined = /^[a-z]+(?:_[a-z]+)+$/;

export function wordOf(heading: string, text: string): string {
  const known = words[heading]?.[text];
  if (known !== undefined) return known;
  if (heading === 'What') return text.replaceAll(/[._]/g, ' ');
  return joined.test(text) && !given.has(heading) ? text.replaceAll('_', ' ') : text;
}

const decimal = /^-?\d+(?:\.\d+)?$/;
const moneyWithin = /(?<![\w.])(-?\d+(?:\.\d+)?) ([A-Z]{3})(?!\w)/g;

/** An amount with all decimals of its currency, and with thousands apart. Anything else stays as it is. */
export function writeAmount(amount: string, currency: unknown): string {
  if (typeof currency !== 'string' || !isCurrency(currency) || !decimal.test(amount)) return amount;
  const [whole = '', decimals] = writeInFull(amount, currency).split('.');
  const apart = whole.replaceAll(/\d(?=(?:\d{3})+$)/g, '$&,');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

/** A text in which amounts stand before their currencies. */
export function writeAmounts(text: string): string {
  return text.replaceAll(moneyWithin, (_, amount: string, currency: string) => {
    const written = writeAmount(amount, currency);
    return `${written} ${currency}`;
  });
}

/** `1 row`, `3 rows`. */
export function writeCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `2030-01-02 03:04`, in UTC. */
export function writeMinute(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** A duration in the largest unit of which it has at least two: `3 hours`, `100 minutes`, `45 seconds`. */
export function writeDuration(seconds: number): string {
  for (const [unit, length] of units)
    if (seconds >= 2 * length) return writeCount(Math.floor(seconds / length), unit);
  return writeCount(Math.max(0, Math.floor(seconds)), 'second');
}

/** `3 hours ago`, or `in 3 hours`. */
export function writeDistance(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1_000;
  return seconds >= 0 ? `${writeDuration(seconds)} ago` : `in ${writeDuration(-seconds)}`;
}
