import { roundUp, type Instant } from '#domain/values/calendar';
import { writeCsvLine } from '#domain/values/csv';
import { writeInFull } from '#domain/values/money';
import { listBalances, type MerchantBalance } from '#persistence/ledger/list-balances';
import { alignColumns } from '../command/align-columns.js';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import type { Session } from '../command/session.js';

const timeoutMs = 10 * 60_000;
const words = ['merchant', 'currency'] as const;
const figures = ['available', 'reserved', 'collected', 'refunding', 'owed', 'held', 'inTransfer'] as const;
const head: readonly (keyof MerchantBalance)[] = [...words, ...figures];
/** As they are written, also in JSON. */
const shownHead = head.map((name) => (name === 'inTransfer' ? 'in_transfer' : name));

/** What we owe to each merchant, and where it is: all balances by currency, now or at an earlier time. */
export async function showBalances(
  session: Session,
  given: { readonly at: Instant | undefined; readonly csv: boolean },
): Promise<Outcome> {
  const at = given.at && roundUp(given.at);
  if (at && at > new Date()) throw new Refusal('--at is in the future.');
  const database = await session.openDatabase({ statementTimeoutMs: timeoutMs });
  const balances = (await listBalances(database, at)).map(inFull);
  const rows = balances.map((balance) => head.map((name) => balance[name]));
  if (given.csv) session.say([shownHead, ...rows].map(writeCsvLine).join('').trimEnd());
  else if (rows.length === 0) session.say('Nothing has been posted.');
  else session.say(alignColumns([shownHead, ...rows], figuresAt));
  return {
    data: {
      at: at?.toISOString() ?? null,
      balances: rows.map((row) => Object.fromEntries(row.map((value, column) => [shownHead[column], value]))),
    },
  };
}

const figuresAt = head.flatMap((name, column) => (words.some((word) => word === name) ? [] : [column]));

function inFull(balance: MerchantBalance): MerchantBalance {
  const written = figures.map((name) => [name, writeInFull(balance[name], balance.currency)]);
  return { ...balance, ...(Object.fromEntries(written) as Pick<MerchantBalance, (typeof figures)[number]>) };
}
