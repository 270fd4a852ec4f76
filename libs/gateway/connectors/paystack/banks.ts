import type { Bank } from '#domain/transaction/challenge';
import { noAnswer, shared } from '../call-provider.js';
import type { BankList, CallLimit, ProviderAccount } from '../connector.js';
import { isObject, text } from '../json-body.js';
import { callPaystack, dataOf } from './call-paystack.js';

/** By currency: the provider's type of a bank account there. */
export const recipientTypes: Readonly<Record<string, string>> = {
  NGN: 'nuban',
  GHS: 'ghipss',
  KES: 'kepss',
  ZAR: 'basa',
};

const currencies: Readonly<Record<string, string>> = { NG: 'NGN', GH: 'GHS', KE: 'KES', ZA: 'ZAR' };
const pageSize = 100;
/** Far more pages than exist; a list that never ends is no answer. */
const pagesMax = 20;

/**
 * The banks of a country that take transfers, gathered from all pages within the one limit. An unreadable row or a missing
 * page means no answer, because half a list would hide banks. Mobile money wallets are left out.
 */
export async function listBanks(
  country: string,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<BankList> {
  const currency = Object.hasOwn(currencies, country) ? currencies[country] : undefined;
  if (currency === undefined) return { kind: 'listed', banks: [] };
  const rest = shared(limit);
  const banks: Bank[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = new URLSearchParams({ currency, use_cursor: 'true', perPage: String(pageSize) });
    if (cursor !== undefined) query.set('next', cursor);
    const exchange = await callPaystack(
      { method: 'GET', path: `/bank?${query.toString()}` },
      account,
      rest(),
    );
    const rows = dataOf(exchange);
    const read = Array.isArray(rows) ? rows.map((row) => readBank(row, country, currency)) : [undefined];
    if (read.includes(undefined)) return noAnswer(exchange);
    banks.push(...read.flatMap((bank) => (bank ? [bank] : [])).filter((bank) => bank !== 'notPaidTo'));
    cursor = nextCursor(exchange);
    if (cursor === undefined) return { kind: 'listed', banks };
  }
  return { kind: 'noAnswer', cause: 'unreadable', detail: 'its pages do not end' };
}

function nextCursor(exchange: Awaited<ReturnType<typeof callPaystack>>): string | undefined {
  const body = exchange.kind === 'answered' && isObject(exchange.body) ? exchange.body : {};
  return isObject(body.meta) ? text(body.meta.next) : undefined;
}

/** Undefined if the row cannot be read. */
function readBank(row: unknown, country: string, currency: string): Bank | 'notPaidTo' | undefined {
  if (!isObject(row) || row.currency !== currency) return undefined;
  const [name, code, type] = [text(row.name)?.trim(), text(row.code)?.trim(), text(row.type)];
  if (!name || !code || type === undefined) return undefined;
  const isTaken = row.active === true && row.is_deleted !== true && row.supports_transfer !== false;
  return isTaken && !type.startsWith('mobile_money') ? { name, code, country } : 'notPaidTo';
}
