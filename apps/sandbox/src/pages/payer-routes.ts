import { setTimeout as wait } from 'node:timers/promises';
import type { ChargeState } from '../orders/order-states.js';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Html } from '#runtime/html';
import { stateOf } from '../charges/charge.js';
import type { Charge } from '../charges/charge.js';
import type { ChargeDesk, PayerAction } from '../charges/charge-desk.js';
import { instrumentNamed } from '../charges/instruments.js';
import { describeNextStep } from '../charges/next-step.js';
import type { NextStep } from '../charges/next-step.js';
import type { OrderBook } from '../orders/order-book.js';
import { sendPage } from './page.js';

const actions: readonly PayerAction[] = ['approve', 'decline', 'cancel'];

/** How long the browser waits for the merchant to hear of the outcome before it is sent back. */
const noticeLimitMs = 2_000;

const stateSentences: Readonly<Record<ChargeState, string>> = {
  AWAITING_PAYER: 'This payment waits for you.',
  PROCESSING: 'This payment is being worked on.',
  CAPTURED: 'This payment is paid.',
  REFUSED: 'This payment was declined.',
  FAULT: 'This payment failed.',
  LAPSED: 'This payment was not made in time.',
  ABANDONED: 'This payment was cancelled.',
};

/**
 * The payer's page with Approve, Decline and Cancel: `/pay/{charge}` where the payer is redirected to,
 * `/instructions/{order}` for what is dialled, scanned or paid elsewhere. Afterwards the browser returns to the merchant.
 */
export function addPayerRoutes(
  server: FastifyInstance,
  book: OrderBook,
  desk: ChargeDesk,
  publicUrl: string,
): void {
  const places = {
    '/pay/:key': (id: string) => book.findChargeById(id),
    '/instructions/:key': (order: string) => book.findCharge(order),
  };
  for (const [path, find] of Object.entries(places)) {
    server.get<{ Params: { key: string } }>(path, (request, reply) => {
      const charge = find(request.params.key);
      return charge === undefined ? sendUnknown(reply) : sendPayerPage(reply, charge, publicUrl);
    });

    server.post<{ Params: { key: string }; Body: unknown }>(path, async (request, reply) => {
      const charge = find(request.params.key);
      if (charge === undefined) return sendUnknown(reply);
      const action = readAction(request.body);
      if (action === undefined) return sendPayerPage(reply, charge, publicUrl, 400);
      if (stateOf(charge) === 'AWAITING_PAYER') {
        const { notified } = desk.decide(charge, action);
        await Promise.race([notified, wait(noticeLimitMs, undefined, { ref: false })]);
      }
      return reply.header('cache-control', 'no-store').redirect(charge.returnUrl, 303);
    });
  }
}

function readAction(body: unknown): PayerAction | undefined {
  if (typeof body !== 'object' || body === null || !('action' in body)) return undefined;
  return actions.find((action) => action === body.action);
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 'Unknown payment', html`<h1>Unknown payment</h1>`, 404);
}

function sendPayerPage(reply: FastifyReply, charge: Charge, publicUrl: string, status = 200): FastifyReply {
  const { label } = instrumentNamed(charge.instrument);
  const state = stateOf(charge);
  const nextStep = describeNextStep(charge, publicUrl);
  const body = html`
    <h1>Sandbox Bank: ${label}</h1>
    <p>${stateSentences[state]}</p>
    <dl>
      <dt>Amount</dt>
      <dd>${charge.value} ${charge.iso}</dd>
      <dt>Order</dt>
      <dd>${charge.order}</dd>
      ${charge.memo === undefined ? '' : row('Purpose', charge.memo)}
      ${nextStep === undefined ? '' : describeStep(nextStep)}
    </dl>
    ${state === 'AWAITING_PAYER' ? decisionForm : html`<p><a href="${charge.returnUrl}">Continue</a></p>`}
  `;
  return sendPage(reply, `Sandbox Bank: ${label}`, body, status);
}

const decisionForm = html`<form method="post">
  <button name="action" value="approve">Approve</button>
  <button name="action" value="decline">Decline</button>
  <button name="action" value="cancel">Cancel</button>
</form>`;

function describeStep(step: NextStep): Html | readonly Html[] {
  switch (step.kind) {
    case 'visit':
      return [];
    case 'dial':
      return row('Dial', step.code);
    case 'scan':
      return row('QR code', step.payload);
    case 'entity':
      return [row('Entity', step.entity), row('Reference', step.number)];
    case 'slip':
      return [row('Voucher', step.number), row('Pay by', step.pay_by)];
    case 'transfer':
      return row('CLABE', step.clabe);
  }
}

function row(term: string, text: string): Html {
  return html`<dt>${term}</dt>
    <dd><code>${text}</code></dd>`;
}
