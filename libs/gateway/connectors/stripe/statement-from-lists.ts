import type { StatementLine } from '#domain/statements/line';
import { dayIn } from '#domain/statements/read-cell';
import type { AskedStatement, CallLimit, ProviderAccount, ToldStatement } from '../connector.js';
import { code, isObject, text } from '../json-body.js';
import { toldLine } from '../statement-line.js';
import { fromStripeUnits, stripeDecimals } from './currencies.js';
import { createdIn, listRows } from './list-rows.js';
import { referenceKey } from './read-intent.js';
import { readRefund, refundOutcomes } from './read-refund.js';
import { readDispute } from './reversals.js';

/** A hundred thousand rows of each list. */
const pagesMax = 1_000;

type Asking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };
type Lines = readonly StatementLine[];

/** Lines of a server that has no list of what moved its balance: each with the whole amount, and without a fee. */
export async function readFromLists(
  { timezone, ...period }: AskedStatement,
  asking: Asking,
): Promise<ToldStatement> {
  const created = createdIn(period);
  const lines: StatementLine[] = [];
  for (const [path, read] of Object.entries(lists)) {
    const listed = await listRows(
      { path, query: { created }, pagesMax },
      (row) => (isOfOtherCurrency(row) ? [] : read(row, (at) => dayOf(at, timezone))),
      asking,
    );
    if (listed.kind !== 'listed') return listed;
    lines.push(...listed.rows.flat());
  }
  return { kind: 'read', lines };
}

type Read = (row: unknown, dayOf: (created: unknown) => string | undefined) => Lines | undefined;

const lists: Readonly<Record<string, Read>> = {
  '/v1/charges': (row, day) => {
    if (!isObject(row) || row.object !== 'charge') return undefined;
    if (row.paid !== true || row.status !== 'succeeded') return [];
    const metadata = isObject(row.metadata) ? row.metadata : {};
    const [id, bookedOn] = [code(row.id), day(row.created)];
    const money = fromStripeUnits(row.amount_captured ?? row.amount, row.currency);
    if (id === undefined || bookedOn === undefined || !money) return undefined;
    const [reference, providerId] = [text(metadata[referenceKey]), code(row.payment_intent) ?? id];
    return whole(
      toldLine({
        id,
        kind: 'payment',
        reference,
        providerId,
        gross: money.amount,
        currency: money.currency,
        bookedOn,
      }),
    );
  },

  '/v1/refunds': (row, day) => {
    const refund = readRefund(row);
    const bookedOn = isObject(row) ? day(row.created) : undefined;
    if (!refund || bookedOn === undefined) return undefined;
    if (refundOutcomes[refund.status] !== 'success') return [];
    const { id, providerReference: reference, intentId, money } = refund;
    const providerId = reference === undefined ? (intentId ?? id) : id;
    return whole(
      toldLine({
        id,
        kind: 'refund',
        reference,
        providerId,
        gross: money.amount,
        currency: money.currency,
        bookedOn,
      }),
    );
  },

  '/v1/disputes': (row, day) => {
    const told = readDispute(row, { providerReference: '' });
    const bookedOn = isObject(row) ? day(row.created) : undefined;
    if (!told || bookedOn === undefined || !isObject(row)) return undefined;
    const taken = told.flatMap(({ kind, key, amount, currency }) =>
      kind === 'chargeback' || kind === 'chargeback_won'
        ? [
            toldLine({
              id: key,
              kind,
              providerId: code(row.payment_intent) ?? key,
              gross: amount,
              currency,
              bookedOn,
            }),
          ]
        : [],
    );
    const lines = taken.flatMap((line) => line ?? []);
    return lines.length === taken.length ? lines : undefined;
  },
};

function whole(line: StatementLine | undefined): Lines | undefined {
  return line && [line];
}

function isOfOtherCurrency(row: unknown): boolean {
  const currency = isObject(row) ? row.currency : undefined;
  return typeof currency === 'string' && !Object.hasOwn(stripeDecimals, currency.toUpperCase());
}

function dayOf(created: unknown, timezone: string): string | undefined {
  return typeof created === 'number' && Number.isSafeInteger(created)
    ? dayIn(new Date(created * 1_000), timezone)
    : undefined;
}
