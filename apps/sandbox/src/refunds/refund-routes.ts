import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.js';
import { showCorrection } from '../corrections/correction.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { authenticate, rawBody } from '../orders/authenticate.js';
import type { OrderBook } from '../orders/order-book.js';
import { lostScenario } from '../orders/scenarios.js';
import { listRefunds } from './list-refunds.js';
import { readRefundRequest } from './read-refund-request.js';
import type { Refund } from './refund.js';
import type { RefundDesk } from './refund-desk.js';
import { refundBehaviour } from './refund-scenarios.js';
import { showRefund } from './show-refund.js';

/**
 * The merchant's side: give back money of a charge, look the refund up, list all refunds of a charge. Every call is signed. A
 * refund is looked up by the merchant's reference or, as the only way for an account whose references are not kept, by its id.
 */
export function addRefundRoutes(server: FastifyInstance, book: OrderBook, desk: RefundDesk): void {
  server.post<{ Body: Buffer }>('/refunds', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const reading = readRefundRequest(rawBody(request), account);
    if (reading.kind === 'refused') {
      const { kind: _, ...told } = reading;
      return reply.code(422).send(told);
    }
    const { scenario, ...asked } = reading.request;
    if (scenario === lostScenario) return keepSilent(reply);
    const opening = desk.open(account.id, { ...asked, ...(scenario !== undefined && { scenario }) });
    if (opening.kind === 'refused') return reply.code(409).send({ fault: opening.fault });
    const clerk = { ...desk, show: showRefund };
    return answerByScenario(opening.refund, refundBehaviour(scenario), reply, clerk);
  });

  server.get<{ Params: { key: string } }>('/refunds/:key', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const refund = ownRefund(request, account);
    if (refund === undefined) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    const corrections = book.corrections.about(refund.id).map((one) => showCorrection(one, refund));
    return { ...showRefund(refund), corrections };
  });

  server.get<{ Params: { order: string } }>('/charges/:order/refunds', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const charge = book.findCharge(request.params.order);
    if (charge?.account !== account.id) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    return { of: charge.order, refunds: listRefunds(book, charge) };
  });

  function ownRefund(
    { params: { key } }: FastifyRequest<{ Params: { key: string } }>,
    account: Account,
  ): Refund | undefined {
    const refund = book.refunds.findByOrder(key) ?? book.refunds.find(key);
    return refund?.account === account.id ? refund : undefined;
  }
}
