import { noAnswer, unreadable, type Exchange } from '../call-provider.js';
import type { CallLimit, NoAnswer, ProviderAccount } from '../connector.js';
import { isObject } from '../json-body.js';
import { callPaystack, dataOf } from './call-paystack.js';

export type PaystackList = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parameter for the size of a page: its name differs from list to list. */
  readonly sizeName: 'per_page' | 'perPage';
  readonly pagesMax: number;
};

/** A row by its own key, under which it counts once, even if it is on two pages. */
export type KeyedRow<Row> = { readonly key: string; readonly row: Row };

export type ListedRows<Row> = { readonly kind: 'listed'; readonly rows: readonly Row[] } | NoAnswer;

const pageSize = 100;

/**
 * Reads one of the provider's lists, page by page, each within the limit that `limit` gives. A missing page, an unreadable
 * row or fewer rows than announced mean no answer: rows that are missing from half a list would pass for money that never
 * moved.
 */
export async function listRows<Row>(
  { path, query, sizeName, pagesMax }: PaystackList,
  read: (row: unknown) => KeyedRow<Row> | undefined,
  { account, limit }: { readonly account: ProviderAccount; readonly limit: () => CallLimit },
): Promise<ListedRows<Row>> {
  const found = new Map<string, Row>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const parameters = new URLSearchParams({ ...query, [sizeName]: String(pageSize), page: String(page) });
    const exchange = await callPaystack(
      { method: 'GET', path: `${path}?${parameters.toString()}` },
      account,
      limit(),
    );
    const rows = dataOf(exchange);
    const meta = readMeta(exchange);
    if (!Array.isArray(rows) || !meta) return noAnswer(exchange);
    for (const row of rows) {
      const keyed = read(row);
      if (!keyed) return unreadable(`a row of page ${page} cannot be read`);
      found.set(keyed.key, keyed.row);
    }
    if (page < meta.pageCount) continue;
    if (found.size !== meta.total) return unreadable(`${found.size} of ${meta.total} rows came`);
    return { kind: 'listed', rows: [...found.values()] };
  }
  return unreadable('its pages do not end');
}

function readMeta(exchange: Exchange): { readonly total: number; readonly pageCount: number } | undefined {
  const meta = exchange.kind === 'answered' && isObject(exchange.body) ? exchange.body.meta : undefined;
  if (!isObject(meta)) return undefined;
  const { total, pageCount } = meta;
  return isCount(total) && isCount(pageCount) ? { total, pageCount } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
