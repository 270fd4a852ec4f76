import { createHash, randomUUID } from 'node:crypto';
import {
  directionOf,
  type BankLine,
  type StatementHead,
  type StatementLine,
  type TakeLines,
} from '#domain/statements/line';
import type { Database } from '#persistence/database';
import { importStatement } from '#persistence/statements/import-statement';
import type { Imported, ReconcileTerms } from '#persistence/statements/statement-import';
import type { Paid } from './reversals.js';

export const today = () => new Date().toISOString().slice(0, 10);

export function dayBefore(day: string, days = 1): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

/** The name of a MID that nothing else uses. */
export const newMid = () => `mid-${randomUUID()}`;

export const usualTerms: ReconcileTerms = {
  feeTolerance: 1,
  strangers: 'count',
  timezone: 'UTC',
  bankDays: 3,
  reconcileLagMs: 3 * 86_400_000,
  settlementDueMs: 5 * 86_400_000,
};

type Told = Partial<StatementLine> & Pick<StatementLine, 'kind' | 'gross'>;

/** A complete line, as the readers give it: `net` follows from the others unless it is given. */
export function lineOf({ kind, gross, ...told }: Told): StatementLine {
  const { fee = '0.00', tax = '0.00' } = told;
  const direction = directionOf({ kind, net: told.net ?? gross });
  const charges = Number(fee) + Number(tax);
  const net = (Number(gross) + (direction === 'in' ? -charges : charges)).toFixed(2);
  return {
    lineKey: randomUUID(),
    kind,
    gross,
    fee,
    tax,
    net,
    currency: 'NGN',
    bookedOn: today(),
    ...told,
  };
}

/** What the provider tells of it. */
export function lineFor({ identifier, money }: Paid, told: Partial<StatementLine> = {}): StatementLine {
  return lineOf({
    kind: 'payment',
    reference: `${identifier}-1`,
    gross: Number(money.amount).toFixed(2),
    currency: money.currency,
    ...told,
  });
}

/** A line with the form of our references that names no transaction. */
export function unknownLine(gross: string, told: Partial<StatementLine> = {}): StatementLine {
  return lineOf({ kind: 'payment', gross, reference: `${randomUUID()}-1`, ...told });
}

/** What an operator gives with a decision on a difference. */
export function decisionOn(difference: string, operator = 'ada') {
  return { difference, operator, reason: 'seen in the panel', evidence: 'ticket 7' };
}

/** An amount that no other test's settlements have. */
export const rareAmount = () => (1_000_000 + Math.floor(Math.random() * 8_000_000_000) / 100).toFixed(2);

type Wanted = {
  readonly mid: string;
  readonly from?: string;
  readonly to?: string;
  readonly terms?: Partial<ReconcileTerms>;
  readonly balances?: StatementHead['balances'];
  readonly dryRun?: boolean;
};

export function importLines(
  finance: Database,
  lines: readonly StatementLine[],
  { mid, from = today(), to = from, terms, balances = [], dryRun }: Wanted,
): Promise<Imported> {
  return importStatement(finance, {
    source: 'provider',
    account: mid,
    way: 'file',
    name: 'lines.csv',
    importedBy: 'ada',
    terms: { ...usualTerms, ...terms },
    ...(dryRun === true && { dryRun }),
    read: readerOf(lines, { account: mid, from, to, balances, hasLineIds: true }),
  });
}

export function importBank(
  finance: Database,
  lines: readonly BankLine[],
  {
    account,
    from = today(),
    to = from,
    terms,
  }: Pick<Wanted, 'from' | 'to' | 'terms'> & { readonly account: string },
): Promise<Imported> {
  return importStatement(finance, {
    source: 'bank',
    account,
    way: 'file',
    name: 'bank.xml',
    importedBy: 'ada',
    terms: { ...usualTerms, ...terms },
    read: readerOf(lines, { account, from, to, balances: [], hasLineIds: false }),
  });
}

export function bankLineOf(told: Partial<BankLine> & Pick<BankLine, 'amount'>): BankLine {
  return {
    lineKey: randomUUID(),
    direction: 'in',
    currency: 'NGN',
    bookedOn: today(),
    references: [],
    isReversal: false,
    ...told,
  };
}

/** Gives all lines at once, and then the head of their statement. */
function readerOf<Line>(lines: readonly Line[], head: Omit<StatementHead, 'lines' | 'sha256'>) {
  return async (take: TakeLines<Line>): Promise<StatementHead> => {
    await take(lines);
    const sha256 = createHash('sha256').update(JSON.stringify(lines)).digest('hex');
    return { ...head, lines: lines.length, sha256 };
  };
}

/** The differences of a MID or bank account that are not closed: class and amount. */
export async function differencesOf(database: Database, account: string): Promise<readonly string[]> {
  const rows = await database.sql<{ said: string }[]>`
    select concat_ws(' ', class, count, trim_scale(amount)) as said from differences
    where account = ${account} and state <> 'closed' and part_of is null order by class, id`;
  return rows.map(({ said }) => said);
}

/** Balance of each account of a MID's books, whose entries are all of one currency. */
export async function booksOf(
  database: Database,
  mid: string,
  merchant?: string,
): Promise<Readonly<Record<string, string>>> {
  const rows = await database.sql<{ account: string; balance: string }[]>`
    select account, trim_scale(sum(moved.amount))::text as balance
    from provider_entries cross join lateral (values (from_account, -amount), (to_account, amount))
      as moved (account, amount)
    where mid = ${mid} and (${merchant ?? null}::text is null or merchant = ${merchant ?? null})
    group by account having sum(moved.amount) <> 0 order by account`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}
