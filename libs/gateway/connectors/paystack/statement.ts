import type { ProviderReport } from '#domain/transaction/report';
import { noAnswer, type Exchange } from '../call-provider.js';
import type { ReadStatement } from '../connector.js';
import { isObject } from '../json-body.js';
import type { MappedReport } from '../mapped-report.js';
import { callPaystack, dataOf } from './call-paystack.js';

const pageSize = 100;
/** A hundred thousand rows: a longer statement has to be read in shorter periods. */
const pagesMax = 1_000;

/**
 * Reads one of the provider's lists, page by page. A missing page, an unreadable row or fewer rows than announced mean no
 * answer: rows that are missing from half a list would be reported as missing money.
 */
export function statementOf(path: string, read: (row: unknown) => MappedReport | undefined): ReadStatement {
  return async ({ from, to }, account, limit) => {
    const period = { from: from.toISOString(), to: to.toISOString(), per_page: String(pageSize) };
    const found = new Map<string, ProviderReport>();
    for (let page = 1; page <= pagesMax; page += 1) {
      const query = new URLSearchParams({ ...period, page: String(page) });
      const exchange = await callPaystack(
        { method: 'GET', path: `${path}?${query.toString()}` },
        account,
        limit,
      );
      const rows = dataOf(exchange);
      const meta = readMeta(exchange);
      if (!Array.isArray(rows) || !meta) return noAnswer(exchange);
      for (const row of rows) {
        const report = read(row)?.report;
        if (!report) return unreadable(`a row of page ${page} cannot be read`);
        found.set(report.providerReference, report);
      }
      if (page < meta.pageCount) continue;
      if (found.size !== meta.total) return unreadable(`${found.size} of ${meta.total} rows came`);
      return { kind: 'read', reports: [...found.values()] };
    }
    return unreadable('its pages do not end');
  };
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

function unreadable(detail: string) {
  return { kind: 'noAnswer', cause: 'unreadable', detail } as const;
}
