import type { StatementBalance, StatementLine } from '#domain/statements/line';
import { dayIn } from '#domain/statements/read-cell';
import { isOurReference } from '#domain/statements/references';
import type { AskedStatement, CallLimit, NoAnswer, ProviderAccount, ReadStatement } from '../connector.js';
import { instant, isObject, text } from '../json-body.js';
import { fromProviderUnits } from '../provider-decimals.js';
import { toldLine, type ToldLine } from '../statement-line.js';
import { paystackDecimals } from './currencies.js';
import { listRows } from './list-rows.js';
import { keyedRefund } from './read-refund.js';

/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;
/** Its lists go by the time at which something began; what began longer before it moved money is missed. */
const begunBeforeMs = 3 * 86_400_000;

type Asking = { readonly account: ProviderAccount; readonly limit: () => CallLimit };
type Listed = { readonly kind: 'listed'; readonly lines: readonly StatementLine[] };

/**
 * Everything that moved money of the account in a period (contract §16.8; not tried at Paystack itself): paid transactions with
 * their fees, transfers, refunds, lost disputes and settlements, and the balances of its ledger.
 */
export const readStatement: ReadStatement = async (asked, account, limit) => {
  const asking = { account, limit: () => limit };
  const from = new Date(asked.from.getTime() - begunBeforeMs);
  const begun = { from: from.toISOString(), to: asked.to.toISOString() };
  const lines: StatementLine[] = [];
  for (const { path, sizeName, read } of lists) {
    const list = { path, query: begun, sizeName, pagesMax };
    const listed = await listRows(list, (row) => keyed(read, row, asked), asking);
    if (listed.kind !== 'listed') return listed;
    lines.push(...listed.rows.flat());
  }
  const settled = await readSettlements(lines, asked, asking);
  if (settled.kind !== 'listed') return settled;
  const ledger = { path: '/balance/ledger', query: isoPeriod(asked), sizeName: 'perPage', pagesMax } as const;
  const entries = await listRows(ledger, readEntry, asking);
  if (entries.kind !== 'listed') return entries;
  return { kind: 'read', lines: settled.lines, balances: balancesOf(entries.rows) };
};

/** Moved: when, and as what; undefined for what moves nothing. `null` is what cannot be read. */
type Read = (
  row: Readonly<Record<string, unknown>>,
) => (Omit<ToldLine, 'bookedOn'> & { readonly at: unknown }) | undefined | null;

const lists: readonly { path: string; sizeName: 'per_page' | 'perPage'; read: Read }[] = [
  {
    path: '/transaction',
    sizeName: 'per_page',
    read(row) {
      const { id, reference, status, paid_at: paidAt, created_at: createdAt } = row;
      // A later reversal does not undo that the money came in.
      if (!['success', 'reversed', 'reversal-pending'].includes(String(status))) return undefined;
      const [money, fee] = [moneyOf(row.amount, row.currency), moneyOf(row.fees ?? 0, row.currency)];
      const key = idText(id);
      if (key === undefined || !money || !fee) return null;
      const about = { kind: 'payment', reference: text(reference), providerId: key } as const;
      return {
        id: `transaction:${key}`,
        ...about,
        ...sums(money, fee),
        at: paidAt ?? row.paidAt ?? createdAt ?? row.createdAt,
      };
    },
  },
  {
    path: '/transfer',
    sizeName: 'per_page',
    read(row) {
      // A transfer that has come back was paid before; this list does not tell its return.
      if (row.status !== 'success' && row.status !== 'reversed') return undefined;
      const [money, fee] = [moneyOf(row.amount, row.currency), moneyOf(row.fee_charged ?? 0, row.currency)];
      const key = idText(row.id);
      if (key === undefined || !money || !fee) return null;
      const about = {
        kind: 'payout',
        reference: text(row.reference),
        providerId: text(row.transfer_code) ?? key,
      } as const;
      return {
        id: `transfer:${key}`,
        ...about,
        ...sums(money, fee),
        at: row.transferred_at ?? row.createdAt,
      };
    },
  },
  {
    path: '/refund',
    sizeName: 'perPage',
    read(row) {
      const { refund } = keyedRefund(row)?.row ?? {};
      if (row.status !== 'processed') return undefined;
      if (!refund) return null;
      // A refund that settles a dispute is listed as that dispute.
      if (refund.isOfDispute) return undefined;
      const { note = '', charge, providerId, money } = refund;
      const reference = isOurReference(note) ? note : charge;
      const at = row.refunded_at ?? row.updatedAt ?? row.createdAt;
      return { id: `refund:${providerId}`, kind: 'refund', reference, providerId, ...sums(money), at };
    },
  },
  {
    path: '/dispute',
    sizeName: 'perPage',
    read(row) {
      if (row.resolution !== 'merchant-accepted') return undefined;
      const money = moneyOf(row.refund_amount, row.currency);
      const key = idText(row.id);
      if (key === undefined || !money) return null;
      const reference = text(
        isObject(row.transaction) ? row.transaction.reference : row.transaction_reference,
      );
      const at = row.resolvedAt ?? row.updatedAt ?? row.createdAt;
      return { id: `dispute:${key}`, kind: 'chargeback', reference, providerId: key, ...sums(money), at };
    },
  },
];

/** A row by its own key, with its line if it moved money in the period. */
function keyed(read: Read, row: unknown, asked: AskedStatement) {
  if (!isObject(row)) return undefined;
  const key = idText(row.id);
  const told = read(row);
  if (key === undefined || told === null) return undefined;
  if (told === undefined) return { key, row: [] };
  const at = instant(told.at);
  if (at === undefined) return undefined;
  if (at < asked.from.toISOString() || at >= asked.to.toISOString()) return { key, row: [] };
  const line = toldLine({ ...told, bookedOn: dayIn(new Date(at), asked.timezone) });
  return line && { key, row: [line] };
}

/** Payments to our bank, and which transactions each has. A transaction of an earlier day is told with its own day's statement. */
async function readSettlements(
  lines: readonly StatementLine[],
  asked: AskedStatement,
  asking: Asking,
): Promise<Listed | NoAnswer> {
  const list = { path: '/settlement', query: isoPeriod(asked), sizeName: 'perPage', pagesMax } as const;
  const listed = await listRows(list, (row) => keyed(readSettlement, row, asked), asking);
  if (listed.kind !== 'listed') return listed;
  const settlements = listed.rows.flat();
  const settledWith = new Map<string, string>();
  for (const { providerId = '' } of settlements) {
    const path = `/settlement/${encodeURIComponent(providerId)}/transactions`;
    const paid = await listRows({ path, query: {}, sizeName: 'perPage', pagesMax }, readId, asking);
    if (paid.kind !== 'listed') return paid;
    for (const id of paid.rows) settledWith.set(`transaction:${id}`, providerId);
  }
  const settled = lines.map((line) => {
    const settlement = settledWith.get(line.lineKey);
    return settlement === undefined ? line : { ...line, settlement };
  });
  return { kind: 'listed', lines: [...settled, ...settlements] };
}

function readId(row: unknown) {
  const id = isObject(row) ? idText(row.id) : undefined;
  return id === undefined ? undefined : { key: id, row: id };
}

const readSettlement: Read = (row) => {
  if (row.status !== 'success' && row.status !== 'processed') return undefined;
  const money = moneyOf(row.total_amount, row.currency);
  const id = idText(row.id);
  if (id === undefined || !money) return null;
  const about = { kind: 'settlement', reference: id, providerId: id, settlement: id } as const;
  return { id: `settlement:${id}`, ...about, ...sums(money), at: row.settlement_date ?? row.createdAt };
};

type Entry = {
  readonly id: number;
  readonly currency: string;
  /** In the provider's units. */
  readonly balance: number;
  readonly difference: number;
};

function readEntry(row: unknown) {
  if (!isObject(row) || typeof row.currency !== 'string') return undefined;
  const { id, balance, difference, currency } = row;
  if (![id, balance, difference].every((one) => Number.isSafeInteger(one))) return undefined;
  const entry: Entry = { id: Number(id), currency, balance: Number(balance), difference: Number(difference) };
  return { key: String(entry.id), row: entry };
}

/** Before the first entry, and after the last. */
function balancesOf(entries: readonly Entry[]): readonly StatementBalance[] {
  const inOrder = entries.toSorted((one, other) => one.id - other.id);
  const currencies = [...new Set(inOrder.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const own = inOrder.filter((entry) => entry.currency === currency);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last || !Object.hasOwn(paystackDecimals, currency)) return [];
    const [opening, closing] = [first.balance - first.difference, last.balance].map((units) => {
      const amount = moneyOf(Math.abs(units), currency)?.amount ?? '0';
      return units < 0 ? `-${amount}` : amount;
    });
    return opening === undefined || closing === undefined ? [] : [{ currency, opening, closing }];
  });
}

function isoPeriod({ from, to }: AskedStatement) {
  return { from: from.toISOString(), to: to.toISOString() };
}

function moneyOf(amount: unknown, currency: unknown) {
  return fromProviderUnits(paystackDecimals, { amount, currency });
}

function sums(
  gross: { readonly amount: string; readonly currency: string },
  fee?: { readonly amount: string },
) {
  return { gross: gross.amount, currency: gross.currency, fee: fee?.amount };
}

function idText(id: unknown): string | undefined {
  return Number.isSafeInteger(id) ? String(id) : undefined;
}
