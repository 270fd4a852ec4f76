import type { LineKind, StatementLine } from '#domain/statements/line';
import { dayIn } from '#domain/statements/read-cell';
import type { Money } from '#domain/values/money';
import type { NoAnswer, ReadStatement } from '../connector.js';
import { code, isObject, text } from '../json-body.js';
import { toldLine, type ToldLine } from '../statement-line.js';
import { callStripe } from './call-stripe.js';
import { fromStripeUnits, stripeDecimals } from './currencies.js';
import { createdIn, listRows } from './list-rows.js';
import { referenceKey } from './read-intent.js';
import { readFromLists } from './statement-from-lists.js';

/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;
const path = '/v1/balance_transactions';

/**
 * Everything that moved the balance in a period, with its fees (contract §16.8). The lines that a payout of the period has
 * settled name it; among them are lines of earlier days, which are known by then. A server without Stripe's list of movements is
 * read by its charges, refunds and disputes, without fees.
 */
export const readStatement: ReadStatement = async (asked, account, limit) => {
  const asking = { account, limit: () => limit };
  const probe = await callStripe({ path, query: { limit: 1 } }, account, limit);
  if (probe.kind === 'answered' && probe.status === 404) return readFromLists(asked, asking);
  const created = createdIn(asked);
  const read = (row: unknown) => readRow(row, asked.timezone);
  const expand = ['data.source'];
  const listed = await listRows({ path, query: { created, expand }, pagesMax }, read, asking);
  if (listed.kind !== 'listed') return listed;
  const lines = new Map(listed.rows.flatMap((row) => row.lines).map((line) => [line.lineKey, line]));
  for (const payout of listed.rows.flatMap((row) => row.settles ?? [])) {
    const settled = await listRows({ path, query: { payout, expand }, pagesMax }, read, asking);
    if (settled.kind !== 'listed') return settled satisfies NoAnswer;
    for (const line of settled.rows.flatMap((row) => row.lines))
      lines.set(line.lineKey, { ...line, settlement: payout });
  }
  return { kind: 'read', lines: [...lines.values()] };
};

type Row = {
  readonly lines: readonly StatementLine[];
  /** The payout, if Stripe lists its lines, as it does for automatic ones. */
  readonly settles?: string;
};

/** What each type means; `adjustment` by what it adjusts. A type that is not here is another movement. */
const kinds: Readonly<Record<string, LineKind>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund_returned',
  refund_failure: 'refund_returned',
  payout: 'settlement',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
};
const outward: ReadonlySet<LineKind> = new Set(['refund', 'settlement', 'fee', 'chargeback']);

/** Undefined if it cannot be read. A row in a currency that is not in the table is not ours, and has no lines. */
function readRow(row: unknown, timezone: string): Row | undefined {
  if (!isObject(row) || row.object !== 'balance_transaction') return undefined;
  const [id, type] = [code(row.id), code(row.type)];
  const { amount, fee, currency, created, source } = row;
  if (id === undefined || type === undefined || typeof currency !== 'string') return undefined;
  if (!Object.hasOwn(stripeDecimals, currency.toUpperCase())) return { lines: [] };
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(fee) || !Number.isSafeInteger(created))
    return undefined;
  const [units, feeUnits] = [Number(amount), Number(fee)];
  const isOut = units < 0;
  const kind = kindOf(type, source, isOut);
  const about = {
    ...aboutOf(kind, source),
    bookedOn: dayIn(new Date(Number(created) * 1_000), timezone),
    isOut,
    ...(kind === 'settlement' && { settlement: code(idOf(source)) }),
  };
  const moved = fromStripeUnits(Math.abs(units), currency);
  const charged = fromStripeUnits(Math.abs(feeUnits), currency);
  if (!moved || !charged) return undefined;
  const isGivenBack = feeUnits < 0;
  const settles =
    kind === 'settlement' && isObject(source) && source.automatic === true ? code(source.id) : undefined;
  const paid = paidMoney(source);
  const taken = isGivenBack ? `-${charged.amount}` : charged.amount;
  const lines =
    paid && paid.currency !== moved.currency
      ? [
          convertedLine({ id, kind, ...about }, { paid, moved, rate: row.exchange_rate }),
          // The fee is in the currency of the account: a line of its own.
          ...(feeUnits === 0 ? [] : [feeLine({ id, bookedOn: about.bookedOn }, charged, isGivenBack)]),
        ]
      : [toldLine({ id, kind, ...about, gross: moved.amount, fee: taken, currency: moved.currency })];
  const read = lines.flatMap((line) => line ?? []);
  if (read.length < lines.length) return undefined;
  return { lines: read, ...(settles !== undefined && { settles }) };
}

/** A movement against the direction of its type is none of that type: a payment that failed after all, a fee that is given back. */
function kindOf(type: string, source: unknown, isOut: boolean): LineKind {
  if (type === 'adjustment' && isObject(source) && source.object === 'dispute')
    return isOut ? 'chargeback' : 'chargeback_won';
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return kind !== undefined && outward.has(kind) === isOut ? kind : 'other';
}

/**
 * Our reference, if the row is a payment or a refund that we made; a refund that was made in the dashboard and a dispute name
 * their payment.
 */
function aboutOf(
  kind: LineKind,
  source: unknown,
): { readonly reference?: string; readonly providerId?: string } {
  if (!isObject(source)) return {};
  const metadata = isObject(source.metadata) ? source.metadata : {};
  const reference =
    kind === 'payment' || kind.startsWith('refund') ? text(metadata[referenceKey]) : undefined;
  const intent = code(source.payment_intent);
  const isOwn = kind === 'settlement' || (kind !== 'payment' && reference !== undefined);
  const providerId = isOwn ? code(source.id) : (intent ?? code(source.id));
  return {
    ...(reference !== undefined && { reference }),
    ...(providerId !== undefined && { providerId }),
  };
}

/** What the customer paid, where it is another currency than that of the account. */
function paidMoney(source: unknown) {
  if (!isObject(source) || (source.object !== 'charge' && source.object !== 'refund')) return undefined;
  return fromStripeUnits(source.amount, source.currency);
}

/** The gross is in the customer's currency; what it became is in the account's. */
function convertedLine(
  about: Omit<ToldLine, 'gross' | 'currency'>,
  { paid, moved, rate }: { readonly paid: Money; readonly moved: Money; readonly rate: unknown },
): StatementLine | undefined {
  const line = toldLine({ ...about, gross: paid.amount, currency: paid.currency });
  const written = typeof rate === 'number' ? String(rate) : '';
  return (
    line && {
      ...line,
      settledAmount: moved.amount,
      settledCurrency: moved.currency,
      ...(/^\d+(\.\d+)?$/.test(written) && { rate: written }),
    }
  );
}

/** As in `kindOf`: a fee that is given back is no fee. */
function feeLine(
  { id, bookedOn }: Pick<ToldLine, 'id' | 'bookedOn'>,
  { amount: gross, currency }: Money,
  isGivenBack: boolean,
): StatementLine | undefined {
  return toldLine({ id: `${id}:fee`, kind: isGivenBack ? 'other' : 'fee', bookedOn, gross, currency });
}

function idOf(source: unknown): unknown {
  return isObject(source) ? source.id : source;
}
