import { noAnswer, unreadable } from '../call-provider.js';
import type { CallLimit, NoAnswer, ProviderAccount } from '../connector.js';
import { code, isObject } from '../json-body.js';
import { bodyOf, callStripe } from './call-stripe.js';
import type { Form } from './form.js';

type ListedRows<Row> = { readonly kind: 'listed'; readonly rows: readonly Row[] } | NoAnswer;

const pageSize = 100;

/**
 * Reads one of Stripe's lists, the newest first, page by page, each within the limit that `limit` gives. A missing page or
 * an unreadable row is no answer: half a list would hide money.
 */
export async function listRows<Row>(
  { path, query, pagesMax }: { readonly path: string; readonly query: Form; readonly pagesMax: number },
  read: (row: unknown) => Row | undefined,
  { account, limit }: { readonly account: ProviderAccount; readonly limit: () => CallLimit },
): Promise<ListedRows<Row>> {
  const rows: Row[] = [];
  let after: string | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const asked = { ...query, limit: pageSize, starting_after: after };
    const exchange = await callStripe({ path, query: asked }, account, limit());
    const body = bodyOf(exchange);
    if (!isObject(body) || !Array.isArray(body.data)) return noAnswer(exchange);
    for (const one of body.data as readonly unknown[]) {
      const row = read(one);
      if (row === undefined) return unreadable(`a row of page ${page} cannot be read`);
      rows.push(row);
    }
    if (body.has_more !== true) return { kind: 'listed', rows };
    const last: unknown = body.data.at(-1);
    after = isObject(last) ? code(last.id) : undefined;
    if (after === undefined) return unreadable(`page ${page} does not say where the next one begins`);
  }
  return unreadable('its pages do not end');
}

/** The filter of a list by the time of creation: from the first instant to before the second. */
export function createdIn({ from, to }: { readonly from: Date; readonly to: Date }) {
  return { gte: secondsOf(from), lt: secondsOf(to) };
}

function secondsOf(instant: Date): number {
  return Math.ceil(instant.getTime() / 1_000);
}
