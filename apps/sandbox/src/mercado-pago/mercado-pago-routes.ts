import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.js';
import type { Charge } from '../charges/charge.js';
import type { Face, FaceTools } from '../face.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { rawBody } from '../orders/authenticate.js';
import type { Notification } from '../orders/notifications.js';
import { isCredit, isRefund, type Order } from '../orders/order.js';
import { bearerOf, object, parseObject, text, wordInAddress } from '../orders/read-fields.js';
import { isScenario, lostScenario, scenarioNamed } from '../orders/scenarios.js';
import { addMercadoPagoRefunds } from './mercado-pago-refunds.js';
import { standingAfter } from './mercado-pago-refund-words.js';
import {
  chargebackNotification,
  memoOf,
  notificationOf,
  paymentId,
  showFound,
  showPayment,
  signatureHeaders,
  strangeWord,
  wordIn,
} from './mercado-pago-words.js';

const mercadoPagoAccount: Account = {
  id: 'acct_mercado_pago',
  secret: 'TEST-sandboxdemo',
  cardScenarios: {},
};

/** The access token also signs the notifications: the merchant here has only one secret. */
export const mercadoPagoFace: Face = {
  account: mercadoPagoAccount,
  addRoutes,
  tell,
  sign: ({ order }, { secret }) => signatureHeaders({ id: order.id, order: paymentOf(order) }, secret),
};

/** Everything is news of a payment: its end, a refund of it, and what its payer's bank does. It makes no payouts. */
function tell({ order, id, correction }: Notification): Record<string, unknown> | undefined {
  if (isCredit(order)) return undefined;
  const payment = paymentOf(order);
  const isChargeback = correction?.kind === 'CLAWBACK' || correction?.kind === 'CLAWBACK_LIFTED';
  return isChargeback
    ? chargebackNotification(payment, id, order.openedAt)
    : notificationOf(payment, id, order.openedAt);
}

function paymentOf(order: Order): string {
  return isRefund(order) ? order.of : order.order;
}

const usualDelayMs = 300;
/** Time for which a search does not find a payment of a `late_…` scenario. */
const lateMs = 1_500;
const ways: Readonly<Record<string, { readonly instrument: string; readonly iso: string }>> = {
  pix: { instrument: 'PIX', iso: 'BRL' },
  oxxo: { instrument: 'CASH_MEXICO', iso: 'MXN' },
};
/** With an offset instead of Z. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

/**
 * Payments in the vocabulary of Mercado Pago, below `/mercado_pago`. A scenario of the contract is chosen by the word behind a
 * plus in the payer's e-mail address (`ada+decline@example.com`).
 */
function addRoutes(server: FastifyInstance, { book, desk, refundDesk, publicUrl }: FaceTools): void {
  const counter = { account: mercadoPagoAccount.id, isOwner, fail, refuseKey, throttle };
  addMercadoPagoRefunds(server, counter, { book, refundDesk, delayMs: usualDelayMs });

  /** Payments by idempotency key: the same key gives the same payment. */
  const made = new Map<string, string>();

  server.post('/mercado_pago/v1/payments', async (request, reply) => {
    if (!isOwner(request)) return refuseKey(reply);
    const key = text(request.headers['x-idempotency-key']);
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key))
      return fail(reply, 400, 'Header X-Idempotency-Key can’t be null', 4292);
    const known = book.findCharge(made.get(key) ?? '');
    if (known) return reply.code(200).send(show(known));
    const body = parseObject(rawBody(request)) ?? {};
    const asked = readRequest(body);
    if (typeof asked === 'string') return fail(reply, 400, asked, 1);
    const word = wordInAddress(asked.email).replace(/^late_/, '');
    if (word === lostScenario) return keepSilent(reply);
    if (word === 'throttled') return throttle(reply);
    const opened = desk.open(mercadoPagoAccount.id, {
      ...asked.charge,
      nextStep: asked.charge.instrument === 'PIX' ? 'scan' : 'slip',
      ...(isScenario(word) && { scenario: word }),
      ...(word === strangeWord && { scenario: 'success' }),
      delayMs: usualDelayMs,
      payerPhone: 'international',
      returnUrl: publicUrl,
    });
    // The real provider accepts a reference several times; this face stores orders by reference.
    if (!opened) return fail(reply, 400, 'This face has one payment of a reference', 1);
    made.set(key, opened.order);
    const behaviour = opened.scenario === undefined ? undefined : scenarioNamed(opened.scenario);
    return answerByScenario(opened, behaviour, reply, { ...desk, show }, () => 201);
  });

  server.get<{ Querystring: Record<string, string | undefined> }>(
    '/mercado_pago/v1/payments/search',
    (request, reply) => {
      if (!isOwner(request)) return refuseKey(reply);
      const { external_reference: reference = '' } = request.query;
      const charge = findOwn((own) => own.order === reference);
      const isLate = charge && wordIn(charge).startsWith('late_');
      const isHidden = isLate && Date.now() < Date.parse(charge.openedAt) + lateMs;
      const results = charge && !isHidden ? [showFound(charge, standingAfter(book, charge))] : [];
      return reply.send({ paging: { total: results.length, limit: 30, offset: 0 }, results });
    },
  );

  server.get<{ Params: { id: string } }>('/mercado_pago/v1/payments/:id', (request, reply) => {
    if (!isOwner(request)) return refuseKey(reply);
    const charge = findOwn((own) => String(paymentId(own.order)) === request.params.id);
    return charge ? reply.send(show(charge)) : fail(reply, 404, 'Payment not found', 2000);
  });

  server.put<{ Params: { id: string } }>('/mercado_pago/v1/payments/:id', (request, reply) => {
    if (!isOwner(request)) return refuseKey(reply);
    const charge = findOwn((own) => String(paymentId(own.order)) === request.params.id);
    if (!charge) return fail(reply, 404, 'Payment not found', 2000);
    const { status } = parseObject(rawBody(request)) ?? {};
    if (status !== 'cancelled' || charge.end)
      return fail(reply, 400, 'The action requested is not valid for the current payment state', 2018);
    return reply.send(show(desk.abandon(charge)));
  });

  function findOwn(isIt: (charge: Charge) => boolean): Charge | undefined {
    return book.allCharges().find((one) => one.account === mercadoPagoAccount.id && isIt(one));
  }

  function show(charge: Charge): Record<string, unknown> {
    return showPayment(charge, standingAfter(book, charge), publicUrl);
  }
}

/** The fields of a request that open a charge, or its fault. */
function readRequest(body: Record<string, unknown>) {
  const amount = body.transaction_amount;
  const way = ways[text(body.payment_method_id)];
  const { email, identification } = object(body.payer);
  const [order, expiration, notify] = [
    body.external_reference,
    body.date_of_expiration,
    body.notification_url,
  ].map(text);
  if (typeof amount !== 'number' || amount <= 0 || !/^\d+(\.\d{1,2})?$/.test(String(amount)))
    return 'Invalid transaction_amount';
  if (!way) return 'Invalid payment_method_id';
  if (!/^\S+@\S+$/.test(text(email))) return 'payer.email must be a valid email';
  if (way.instrument === 'PIX' && text(object(identification).number) === '')
    return 'Invalid user identification number';
  if (!order || !instant.test(expiration ?? '') || !/^https?:\/\/./.test(notify ?? '')) return 'Params Error';
  const address = new URL(notify ?? '');
  address.searchParams.set('data.id', String(paymentId(order)));
  address.searchParams.set('type', 'payment');
  const charge = {
    order,
    value: String(amount),
    ...way,
    memo: memoOf(text(email), text(body.description)),
    payableUntil: new Date(expiration ?? '').toISOString(),
    notifyUrl: address.href,
  };
  return { email: text(email), charge };
}

function isOwner(request: FastifyRequest): boolean {
  return bearerOf(request) === mercadoPagoAccount.secret;
}

function fail(reply: FastifyReply, status: number, message: string, code: number): FastifyReply {
  const error = status === 404 ? 'not_found' : 'bad_request';
  const cause = [{ code, description: message, data: null }];
  return reply.code(status).send({ status, error, message, cause });
}

function throttle(reply: FastifyReply): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', '2')
    .send({ status: 429, error: 'too_many_requests', message: 'Too many requests', cause: [] });
}

function refuseKey(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .send({ status: 401, error: 'unauthorized', message: 'invalid access token', cause: [] });
}
