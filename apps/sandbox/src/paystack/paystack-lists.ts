import type { FastifyInstance } from 'fastify';
import type { Order } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { Counter } from './paystack-banks.js';
import { statusAfterRefunds } from './paystack-refund-words.js';
import { showTransaction, showTransferWithRecipient, wordIn } from './paystack-words.js';

const pageSizeUsual = 50;
const pageSizeMax = 100;

/** Its transactions and its transfers that were begun in a period, the newest first, page by page; a transfer `[unlisted]` is left out. */
export function addPaystackLists(
  server: FastifyInstance,
  { owner, succeed, refuseKey }: Counter,
  book: OrderBook,
): void {
  const addList = <Of extends Order>(path: string, all: () => readonly Of[], show: (order: Of) => object) =>
    server.get<{ Querystring: Record<string, string | undefined> }>(path, (request, reply) => {
      const account = owner(request);
      if (!account) return refuseKey(reply);
      const { from, to } = request.query;
      const [start, end] = [instantOf(from, -Infinity), instantOf(to, Infinity)];
      const listed = all()
        .filter((order) => order.account === account.id)
        .filter(({ openedAt }) => Date.parse(openedAt) >= start && Date.parse(openedAt) <= end)
        .toReversed();
      const { rows, meta } = pageOf(listed, request.query);
      const volume = path.endsWith('transaction') && { total_volume: 0 };
      return reply.send({ ...succeed('Retrieved', rows.map(show)), meta: { ...meta, ...volume } });
    });

  addList(
    '/paystack/transaction',
    () => book.allCharges(),
    (charge) => ({ ...showTransaction(charge, statusAfterRefunds(book, charge)), plan: {} }),
  );
  addList(
    '/paystack/transfer',
    () => book.allCredits().filter(({ memo = '' }) => wordIn(memo) !== 'unlisted'),
    (credit) => ({ ...showTransferWithRecipient(credit), fee_charged: 0, fees_breakdown: null }),
  );
  // Nothing is settled here, and no balance is kept.
  for (const path of ['/paystack/settlement', '/paystack/balance/ledger'])
    server.get<{ Querystring: Record<string, string | undefined> }>(path, (request, reply) => {
      if (!owner(request)) return refuseKey(reply);
      const { rows, meta } = pageOf([], request.query);
      return reply.send({ ...succeed('Retrieved', rows), meta });
    });
}

/** One page of a list by its query, in which the size has two names. */
export function pageOf<Row>(listed: readonly Row[], query: Readonly<Record<string, string | undefined>>) {
  const { page, per_page: size = query['perPage'] } = query;
  const perPage = Math.min(pageSizeMax, Number(size) || pageSizeUsual);
  const number = Math.max(1, Number(page) || 1);
  const skipped = (number - 1) * perPage;
  const pageCount = Math.ceil(listed.length / perPage);
  const meta = { total: listed.length, skipped, perPage, page: number, pageCount };
  return { rows: listed.slice(skipped, skipped + perPage), meta };
}

function instantOf(written: string | undefined, otherwise: number): number {
  return written === undefined ? otherwise : Date.parse(written);
}
