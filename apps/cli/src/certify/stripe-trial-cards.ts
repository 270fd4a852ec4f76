import { randomUUID } from 'node:crypto';
import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { isObject } from '#gateway/connectors/json-body';
import { newOrder, NotTried, said, Stopped, type Bench, type Handle } from './stripe-trial-bench.js';
import type { Point } from './stripe-trial-point.js';

export const visa = 'pm_card_visa';

/** Payments by card, and what keeps one from being taken twice. */
export const cardPoints: readonly Point[] = [
  {
    name: 'raw cards are granted, or refused before a payment is asked for',
    asks: 'a payment by card with the number of a test card',
    believed: 'final success, or notSent',
    async see(bench) {
      const handle = await bench.card();
      const result = await bench.submit(handle);
      const isGranted = result.kind === 'final' && result.report.outcome === 'success';
      const saw = result.kind === 'notSent' ? `notSent: ${result.detail}` : shown(result);
      return { holds: isGranted || result.kind === 'notSent', saw };
    },
  },
  {
    name: '3-D Secure is a redirect that comes back to our address',
    asks: 'a payment by the test card that always wants 3-D Secure, with a return_url',
    believed: 'accepted redirect, back to us',
    async see(bench) {
      const handle = await bench.card();
      const { result } = await bench.confirm(handle, 'pm_card_authenticationRequired');
      const { next_action: next } = await bench.show(handle.prepared);
      const way =
        isObject(next) && isObject(next.redirect_to_url) ? next.redirect_to_url.return_url : undefined;
      const back = way === handle.returnUrl ? ', back to us' : '';
      const kind = isObject(next) ? String(next.type) : 'no next_action';
      const challenge = result.kind === 'accepted' && result.challenge ? result.challenge.type : kind;
      return `${result.kind} ${challenge}${back}`;
    },
  },
  {
    name: 'a preparation that is repeated is the same intent, and moves nothing',
    asks: 'the same PaymentIntent twice with one idempotency key',
    believed: 'the same, notFound, 0 charges',
    async see(bench) {
      const first = await bench.card();
      const second = await bench.prepare(first);
      const same = first.prepared === second.prepared ? 'the same' : 'two intents';
      const { kind } = await bench.lookUp(first);
      return `${same}, ${kind}, ${await bench.chargesOf(first)} charges`;
    },
  },
  {
    name: 'an idempotency key with another amount is refused',
    asks: 'a PaymentIntent with the key of another one, of another amount',
    believed: '200, then 400 idempotency_error',
    async see(bench) {
      const key = randomUUID();
      const form = { amount: 1_000, currency: 'eur', payment_method_types: ['card'] };
      const first = await bench.post('/v1/payment_intents', form, key);
      const other = await bench.post('/v1/payment_intents', { ...form, amount: 2_000 }, key);
      for (const made of [first, other]) keepIntent(bench, made);
      return `${said(first)}, then ${said(other)}`;
    },
  },
  {
    name: 'a cancel closes the door: a confirmation that comes after it is not charged',
    asks: 'a cancel of an unconfirmed intent, and then its confirmation',
    believed: 'notFound, 400 payment_intent_unexpected_state, notFound, 0 charges',
    async see(bench) {
      const handle = await bench.card();
      const closed = await bench.cancel(handle);
      const { exchange } = await bench.confirm(handle, visa);
      const after = await bench.lookUp(handle);
      return `${heard(closed)}, ${said(exchange)}, ${heard(after)}, ${await bench.chargesOf(handle)} charges`;
    },
  },
  {
    name: 'what is paid refuses a second confirmation, whatever its key',
    asks: 'a confirmation, and a second one with another key',
    believed: 'final success, 400 payment_intent_unexpected_state, success, 1 charge',
    async see(bench) {
      const handle = await bench.card();
      const { result } = await bench.confirm(handle, visa);
      const again = await bench.confirm(handle, visa);
      const after = await bench.lookUp(handle);
      return `${shown(result)}, ${said(again.exchange)}, ${heard(after)}, ${counted(await bench.chargesOf(handle))}`;
    },
  },
  atOnce('with one key', () => randomUUID()),
  atOnce('with a key each', () => undefined),
  {
    name: 'a cancel and a confirmation at once leave one truth',
    asks: 'both at the same moment, of one intent',
    believed: 'success and 1 charge, or no success and 0 charges',
    async see(bench) {
      const handle = await bench.card();
      const [closed, { exchange }] = await Promise.all([bench.cancel(handle), bench.confirm(handle, visa)]);
      const [after, charges] = [await bench.lookUp(handle), await bench.chargesOf(handle)];
      const holds = after.kind !== 'noAnswer' && charges === (heard(after) === 'success' ? 1 : 0);
      return { holds, saw: `${heard(closed)}, ${said(exchange)}: ${heard(after)}, ${counted(charges)}` };
    },
  },
  {
    name: 'a decline has our intent, its code, and no charge',
    asks: 'a payment by the test card without funds',
    believed: '402 card_declined insufficient_funds: soft decline, declined, 0 charges',
    async see(bench) {
      const handle = await bench.card();
      const { exchange, result } = await bench.confirm(
        handle,
        'pm_card_visa_chargeDeclinedInsufficientFunds',
      );
      const kind = result.kind === 'declined' ? `${result.soft ? 'soft' : 'hard'} decline` : shown(result);
      const after = await bench.lookUp(handle);
      return `${said(exchange)}: ${kind}, ${heard(after)}, ${counted(await bench.chargesOf(handle))}`;
    },
  },
  {
    name: 'an intent that it does not have is no answer, and nothing is sent to it',
    asks: 'a look-up and a confirmation of a made-up id',
    believed: 'noAnswer, notSent: status 404, resource_missing',
    async see(bench) {
      const handle = { ...newOrder('card', 'EUR'), prepared: `pi_${'0'.repeat(24)}` };
      const asked = await bench.lookUp(handle);
      const sent = await bench.submit(handle);
      return `${asked.kind}, ${sent.kind}${'detail' in sent ? `: ${sent.detail}` : ''}`;
    },
  },
  {
    name: 'what a cancel says of a payment that is being processed is true',
    asks: 'a cancel of a SEPA debit that fails three minutes later',
    believed: 'what the intent says: cancelled, or open',
    async see(bench) {
      const handle = await debited(bench);
      const told = heard(await bench.cancel(handle));
      const { status } = await bench.show(handle.prepared);
      const truth = status === 'canceled' ? 'cancelled' : 'open';
      if (status === 'processing') await bench.pause(bench.slowMs);
      return { holds: told === truth, saw: `${told}, of ${String(status)}` };
    },
  },
];

/** No method of ours is processed for long; a debit is. */
async function debited(bench: Bench): Promise<Handle> {
  const order = newOrder('card', 'EUR');
  const mandate = { customer_acceptance: { type: 'offline' } };
  const made = await bench.post('/v1/payment_intents', {
    amount: 10_000,
    currency: 'eur',
    payment_method_types: ['sepa_debit'],
    payment_method: 'pm_sepaDebit_failedDelayed_at',
    mandate_data: mandate,
    confirm: true,
    metadata: { gateway_reference: order.providerReference, gateway_flow: 'direct' },
  });
  const id = keepIntent(bench, made);
  const isRefused = made.kind === 'answered' && made.status === 400;
  if (isRefused) throw new NotTried(`the account takes no SEPA debit: ${said(made)}`);
  if (id === undefined) throw new Stopped(said(made));
  const { status } = await bench.show(id);
  if (status !== 'processing') throw new NotTried(`a SEPA debit is ${String(status)} here`);
  return { ...order, prepared: id };
}

/** The id of a new intent, which is closed with the others. */
export function keepIntent(bench: Bench, made: Awaited<ReturnType<Bench['post']>>): string | undefined {
  const body = made.kind === 'answered' && made.status === 200 && isObject(made.body) ? made.body : {};
  if (typeof body.id !== 'string') return undefined;
  bench.keep(body.id);
  return body.id;
}

/** What 409 and 429 prove of two confirmations: that one was, and the other is unknown to us. */
function atOnce(how: string, newKey: () => string | undefined): Point {
  return {
    name: `two confirmations at once, ${how}, are one charge`,
    asks: `two confirmations of one intent at the same moment, ${how}`,
    believed: 'each final or unknown; success, 1 charge',
    async see(bench) {
      const handle = await bench.card();
      const key = newKey();
      const both = await Promise.all([bench.confirm(handle, visa, key), bench.confirm(handle, visa, key)]);
      const [after, charges] = [heard(await bench.lookUp(handle)), await bench.chargesOf(handle)];
      const isTrue = both.every(({ result }) => result.kind === 'final' || result.kind === 'unknown');
      const answers = both.map(({ exchange, result }) => `${said(exchange)} ${result.kind}`).join(', ');
      return {
        holds: isTrue && after === 'success' && charges === 1,
        saw: `${answers}; ${after}, ${counted(charges)}`,
      };
    },
  };
}

export function counted(charges: number): string {
  return charges === 1 ? '1 charge' : `${charges} charges`;
}

export function shown(result: SubmitResult): string {
  return 'report' in result && result.report ? `${result.kind} ${result.report.outcome}` : result.kind;
}

export function heard(answer: LookupResult): string {
  return answer.kind === 'found' ? answer.report.outcome : answer.kind;
}
