import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Charge } from '../charges/charge.js';
import type { FaceTools } from '../face.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { rawBody } from '../orders/authenticate.js';
import { movedValue } from '../orders/order.js';
import { parseObject, text } from '../orders/read-fields.js';
import { lostScenario } from '../orders/scenarios.js';
import type { Refund } from '../refunds/refund.js';
import { isRefundScenario, refundBehaviour } from '../refunds/refund-scenarios.js';
import { chargebacksOf, listRefunds, refundWordIn, showRefund } from './mercado-pago-refund-words.js';
import { paymentId } from './mercado-pago-words.js';

/** How every route of this face authenticates its caller and fails. */
export type MercadoPagoCounter = {
  readonly account: string;
  readonly isOwner: (request: FastifyRequest) => boolean;
  readonly fail: (reply: FastifyReply, status: number, message: string, code: number) => FastifyReply;
  readonly refuseKey: (reply: FastifyReply) => FastifyReply;
  readonly throttle: (reply: FastifyReply) => FastifyReply;
};

type RefundTools = Pick<FaceTools, 'book' | 'refundDesk'> & { readonly delayMs: number };
type OfPayment = { readonly Params: { readonly id: string } };

const keyForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const rendersHeader = 'x-render-in-process-refunds';

/**
 * Refunds and charge-backs of payments. The scenario of a refund is chosen by the payment's description (`Order 1 [refund reset]`).
 * Without the header that asks for them, refunds in process are refused and left out.
 */
export function addMercadoPagoRefunds(
  server: FastifyInstance,
  { account, isOwner, fail, refuseKey, throttle }: MercadoPagoCounter,
  { book, refundDesk, delayMs }: RefundTools,
): void {
  /** Refunds by idempotency key: the same key gives the same refund. */
  const made = new Map<string, string>();

  server.post<OfPayment>('/mercado_pago/v1/payments/:id/refunds', async (request, reply) => {
    if (!isOwner(request)) return refuseKey(reply);
    const key = text(request.headers['x-idempotency-key']);
    if (!keyForm.test(key)) return fail(reply, 400, 'Header X-Idempotency-Key can’t be null', 4292);
    const known = book.refunds.find(made.get(key) ?? '');
    if (known) return reply.code(200).send(showRefund(known));
    const charge = findPayment(request.params.id);
    if (!charge) return fail(reply, 404, 'Payment not found', 2000);
    const word = refundWordIn(charge);
    if (word === lostScenario) return keepSilent(reply);
    if (word === 'throttled') return throttle(reply);
    const { amount = Number(movedValue(charge)) } = parseObject(rawBody(request)) ?? {};
    const opening = refundDesk.open(account, {
      order: `${key}-1`,
      isNamed: false,
      of: charge.order,
      value: String(amount),
      iso: charge.iso,
      ...(isRefundScenario(word) && { scenario: word }),
      delayMs,
      notifyUrl: charge.notifyUrl,
    });
    if (opening.kind === 'refused')
      return fail(reply, 400, 'The action requested is not valid for the current payment state', 2063);
    made.set(key, opening.refund.id);
    if (!rendersInProcess(request)) {
      refundDesk.watch(opening.refund);
      return fail(reply, 400, 'Refund in process', 2084);
    }
    const behaviour = refundBehaviour(opening.refund.scenario);
    return answerByScenario<Refund>(
      opening.refund,
      behaviour,
      reply,
      { ...refundDesk, show: showRefund },
      () => 201,
    );
  });

  server.get<OfPayment>('/mercado_pago/v1/payments/:id/refunds', (request, reply) => {
    if (!isOwner(request)) return refuseKey(reply);
    const charge = findPayment(request.params.id);
    if (!charge) return fail(reply, 404, 'Payment not found', 2000);
    const rows = listRefunds(book, charge).filter(
      ({ status }) => rendersInProcess(request) || status !== 'in_process',
    );
    return reply.send(rows);
  });

  server.get<{ Params: { id: string; refund: string } }>(
    '/mercado_pago/v1/payments/:id/refunds/:refund',
    (request, reply) => {
      if (!isOwner(request)) return refuseKey(reply);
      const { id, refund } = request.params;
      const charge = findPayment(id);
      const row = charge && listRefunds(book, charge).find((one) => String(one['id']) === refund);
      return row ? reply.send(row) : fail(reply, 404, 'Refund not found', 2000);
    },
  );

  server.get<{ Querystring: Record<string, string | undefined> }>(
    '/mercado_pago/v1/chargebacks/search',
    (request, reply) => {
      if (!isOwner(request)) return refuseKey(reply);
      const charge = findPayment(request.query['payment_id'] ?? '');
      const results = charge ? chargebacksOf(book, charge) : [];
      return reply.send({ paging: { total: results.length, limit: 30, offset: 0 }, results });
    },
  );

  server.get<OfPayment>('/mercado_pago/v1/chargebacks/:id', (request, reply) => {
    if (!isOwner(request)) return refuseKey(reply);
    const found = payments()
      .flatMap((charge) => chargebacksOf(book, charge))
      .find(({ id }) => id === request.params.id);
    return found ? reply.send(found) : fail(reply, 404, 'Chargeback not found', 2000);
  });

  function findPayment(id: string): Charge | undefined {
    return payments().find(({ order }) => String(paymentId(order)) === id);
  }

  function payments(): readonly Charge[] {
    return book.allCharges().filter((charge) => charge.account === account);
  }
}

function rendersInProcess(request: FastifyRequest): boolean {
  return request.headers[rendersHeader] === 'true';
}
