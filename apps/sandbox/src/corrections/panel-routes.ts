import type { FastifyInstance } from 'fastify';
import { toUnits } from '../orders/amounts.js';
import { rawBody } from '../orders/authenticate.js';
import { keyOf, type Order } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { CorrectionKind } from '../orders/order-states.js';
import { orderFormats, parseObject, text } from '../orders/read-fields.js';
import { leftOf } from '../refunds/refundable.js';
import { showCorrection } from './correction.js';
import type { CorrectionDesk } from './correction-desk.js';

/** What each of its paths does. */
export const panel: Readonly<Record<string, CorrectionKind>> = {
  '/panel/refund': 'PANEL_REFUND',
  '/panel/chargeback': 'CLAWBACK',
  '/panel/chargeback-won': 'CLAWBACK_LIFTED',
  '/panel/inquiry': 'QUERY',
  '/panel/return': 'BOUNCE',
};

/**
 * The provider's panel, for tests, unsigned (contract §15.9): what happens to the money of an order after its success, at once.
 * Nothing is checked but that the order exists, and that a panel refund gives back no more than is left.
 */
export function addPanelRoutes(server: FastifyInstance, book: OrderBook, desk: CorrectionDesk): void {
  for (const [path, kind] of Object.entries(panel)) {
    server.post<{ Body: Buffer }>(path, (request, reply) => {
      const fields = parseObject(rawBody(request));
      if (fields === undefined) return reply.code(422).send({ fault: 'UNREADABLE_REQUEST' });
      const value = text(fields.amount);
      if (value !== '' && !orderFormats.value.test(value))
        return reply.code(422).send({ fault: 'INVALID_FIELD', field: 'amount' });
      const order = findOrder(kind, text(fields.reference));
      if (order === undefined) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
      if (fields.again === true) {
        const last = book.corrections.about(keyOf(order)).findLast((one) => one.kind === kind);
        if (last === undefined) return reply.code(404).send({ fault: 'NOTHING_TO_REPEAT' });
        desk.tellAgain(last, order);
        return reply.send(showCorrection(last, order));
      }
      if (kind === 'PANEL_REFUND' && isTooMuch(order, value))
        return reply.code(409).send({ fault: 'MORE_THAN_LEFT' });
      const correction = desk.correct(order, kind, value === '' ? undefined : value);
      return reply.send(showCorrection(correction, order));
    });
  }

  /** What went out comes back of a credit or a refund; everything else is about a charge. */
  function findOrder(kind: CorrectionKind, reference: string): Order | undefined {
    if (kind !== 'BOUNCE') return book.findCharge(reference);
    return book.findCredit(reference) ?? book.refunds.findByWitness(reference);
  }

  function isTooMuch(order: Order, value: string): boolean {
    const charge = book.findCharge(order.order);
    const left = charge === undefined ? 0n : leftOf(book, charge);
    return left === 0n || (value !== '' && toUnits(value) > left);
  }
}
