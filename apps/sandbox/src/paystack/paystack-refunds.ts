import type { FastifyInstance } from 'fastify';
import type { FaceTools } from '../face.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { text } from '../orders/read-fields.js';
import { lostScenario } from '../orders/scenarios.js';
import type { Refund } from '../refunds/refund.js';
import { isRefundScenario, refundBehaviour } from '../refunds/refund-scenarios.js';
import type { Counter } from './paystack-banks.js';
import { pageOf } from './paystack-lists.js';
import {
  describeRefund,
  disputesOf,
  refundsOf,
  showCreatedRefund,
  showListedRefund,
} from './paystack-refund-words.js';
import { fromMinor, numberOf, wordIn } from './paystack-words.js';

type RefundTools = Pick<FaceTools, 'book' | 'refundDesk'> & {
  readonly webhookUrl: string;
  readonly delayMs: number;
};

type Query = { readonly Querystring: Record<string, string | undefined> };

/**
 * Refunds and disputes. A scenario of the contract is chosen by a word in square brackets in the `customer_note`. A refund has no
 * reference of the merchant here; the journal takes its `merchant_note` for one.
 */
export function addPaystackRefunds(
  server: FastifyInstance,
  { owner, bodyOf, succeed, fail, refuseKey }: Counter,
  { book, refundDesk, webhookUrl, delayMs }: RefundTools,
): void {
  server.post('/paystack/refund', async (request, reply) => {
    const account = owner(request);
    if (!account) return refuseKey(reply);
    const { transaction, amount, currency, merchant_note: note, customer_note: memo } = bodyOf(request);
    const charge = book.findCharge(text(transaction));
    if (charge?.account !== account.id)
      return fail(reply, 404, 'Transaction not found', 'transaction_not_found');
    const word = wordIn(text(memo));
    if (word === 'throttled')
      return fail(reply.header('retry-after', '2'), 429, 'Too many requests', 'rate_limited');
    if (word === lostScenario) return keepSilent(reply);
    const opening = refundDesk.open(account.id, {
      order: text(note) || 'no-note-1',
      isNamed: false,
      of: charge.order,
      value: fromMinor(Number(amount)),
      iso: text(currency) || charge.iso,
      memo: text(memo),
      ...(isRefundScenario(word) && { scenario: word }),
      delayMs,
      notifyUrl: webhookUrl,
    });
    if (opening.kind === 'refused')
      return fail(reply, 400, `Refund is not possible: ${opening.fault}`, 'refund_not_possible');
    const show = (refund: Refund) =>
      succeed('Refund has been queued for processing', showCreatedRefund(refund, charge));
    const behaviour = refundBehaviour(opening.refund.scenario);
    return answerByScenario(opening.refund, behaviour, reply, { ...refundDesk, show }, () => 200);
  });

  server.get<{ Params: { id: string } }>('/paystack/refund/:id', (request, reply) => {
    if (!owner(request)) return refuseKey(reply);
    const refund = book.refunds.all().find(({ id }) => String(numberOf(id)) === request.params.id);
    const charge = book.findCharge(refund?.of ?? '');
    if (!refund || !charge) return fail(reply, 404, 'Refund not found', 'refund_not_found');
    return reply.send(succeed('Refund retrieved', showListedRefund(describeRefund(refund), charge)));
  });

  server.get<Query>('/paystack/refund', (request, reply) => {
    const account = owner(request);
    if (!account) return refuseKey(reply);
    const { from, to } = request.query;
    const [start, end] = [Date.parse(from ?? '1970-01-01'), Date.parse(to ?? '9999-12-31')];
    const listed = book
      .allCharges()
      .filter((charge) => charge.account === account.id)
      .flatMap((charge) => refundsOf(book, charge).map((refund) => ({ refund, charge })))
      .filter(({ refund: { at } }) => Date.parse(at) >= start && Date.parse(at) <= end)
      .map(({ refund, charge }) => showListedRefund(refund, charge));
    const { rows, meta } = pageOf(listed, request.query);
    const failedRefundCount = listed.filter(({ status }) => status === 'failed').length;
    const counted = { ...meta, perPage: String(meta.perPage), failedRefundCount };
    return reply.send({ ...succeed('Refunds retrieved', rows), meta: counted });
  });

  server.get<Query>('/paystack/dispute', (request, reply) => {
    const account = owner(request);
    if (!account) return refuseKey(reply);
    const { transaction } = request.query;
    const listed = book
      .allCharges()
      .filter(({ account: holder, id }) => holder === account.id && String(numberOf(id)) === transaction)
      .flatMap((charge) => disputesOf(book, charge));
    const { rows, meta } = pageOf(listed, request.query);
    return reply.send({ ...succeed('Disputes retrieved', rows), meta });
  });
}
