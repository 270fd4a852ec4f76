import { randomUUID } from 'node:crypto';
import type { ReportedReversal } from '#domain/refunds/reversal';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import { limit, objectOf, rowsOf, said, Stopped, type Bench, type Handle } from './stripe-trial-bench.js';
import { heard, shown, visa } from './stripe-trial-cards.js';
import { eventOf, read } from './stripe-trial-pages.js';
import type { Point } from './stripe-trial-point.js';

const { refund } = stripeConnector;

/** What becomes of a payment's money afterwards. */
export const moneyBackPoints: readonly Point[] = [
  {
    name: 'refunds of a part, of more than is left, of the rest, and of nothing',
    asks: 'of 100.00 paid: refunds of 40.00, 60.01, 60.00 and 0.50',
    believed: 'final success, unknown, final success, declined',
    async see(bench) {
      const handle = await paid(bench);
      const answers: string[] = [];
      for (const amount of ['40.00', '60.01', '60.00', '0.50']) {
        const sent = await refundOf(handle, amount, bench).submit();
        answers.push(sent.kind === 'declined' ? sent.kind : shown(sent));
      }
      return answers.join(', ');
    },
  },
  {
    name: 'a refund is in the list of its payment at once, and does not end it otherwise',
    asks: 'a refund with our reference, the list of the payment’s refunds, and a look-up of the payment',
    believed: 'notFound, success, success without a reversal',
    async see(bench) {
      const handle = await paid(bench);
      const part = refundOf(handle, '40.00', bench);
      const before = await part.lookUp();
      await part.submit();
      const [after, payment] = [await part.lookUp(), await bench.lookUp(handle)];
      const told = payment.kind === 'found' ? (payment.reversals ?? []) : [];
      const reversals = told.length === 0 ? 'without a reversal' : `with ${kinds(told)}`;
      return `${heard(before)}, ${heard(after)}, ${heard(payment)} ${reversals}`;
    },
  },
  {
    name: 'a refund that is made in the dashboard is told as one',
    asks: 'a refund without our reference, and a look-up of the payment',
    believed: 'provider_refund of 40.00',
    async see(bench) {
      const handle = await paid(bench);
      const made = await bench.post('/v1/refunds', { payment_intent: handle.prepared, amount: 4_000 });
      objectOf(made);
      return amounts(await reversalsOf(bench, handle));
    },
  },
  {
    name: 'a refund that waits is open, and then done',
    asks: 'a refund of the test card whose refunds are pending at first',
    believed: 'open, then success',
    async see(bench) {
      const handle = await paid(bench, 'pm_card_pendingRefund');
      return followed(refundOf(handle, '40.00', bench), 'open', bench);
    },
  },
  {
    name: 'a refund that fails after its success is told so',
    asks: 'a refund of the test card whose refunds fail later',
    believed: 'success, then declined',
    async see(bench) {
      const handle = await paid(bench, 'pm_card_refundFail');
      return followed(refundOf(handle, '40.00', bench), 'success', bench);
    },
  },
  {
    name: 'a dispute takes the money at once, and gives it back when it is won',
    asks: 'a payment by the test card that is disputed, and the evidence that wins',
    believed: 'chargeback, then chargeback and chargeback_won',
    async see(bench) {
      const handle = await paid(bench, 'pm_card_createDispute');
      const first = await reversalsOf(bench, handle);
      if (first.length === 0) return 'nothing';
      const { data } = objectOf(await bench.get('/v1/disputes', { payment_intent: handle.prepared }));
      const [dispute] = rowsOf(data);
      const evidence = { uncategorized_text: 'winning_evidence' };
      await bench.post(`/v1/disputes/${String(dispute?.id)}`, { evidence, submit: true });
      const won = await bench.until(async () => {
        const told = await reversalsOf(bench, handle);
        return told.length > first.length ? told : undefined;
      });
      return `${kinds(first)}, then ${kinds(won ?? [])}`;
    },
  },
  {
    name: 'an early warning of a card network is an inquiry',
    asks: 'a payment by the test card that is warned of',
    believed: 'inquiry of 100.00',
    async see(bench) {
      return amounts(await reversalsOf(bench, await paid(bench, 'pm_card_createIssuerFraudRecord')));
    },
  },
  {
    name: 'the event of a paid payment can be read, or is a hint in another version',
    asks: 'a payment by card, and the event about it',
    believed: 'read success, or hint',
    async see(bench) {
      const handle = await paid(bench);
      const event = await eventOf(bench, 'payment_intent.succeeded', handle.prepared);
      if (!event) return 'no event';
      const reading = read(event, bench);
      const saw = reading.kind === 'read' ? `read ${reading.report.outcome}` : reading.kind;
      return {
        holds: saw === 'read success' || saw === 'hint',
        saw: `${saw}, of ${String(event.api_version)}`,
      };
    },
  },
];

async function paid(bench: Bench, card = visa): Promise<Handle & { readonly providerId: string }> {
  const handle = await bench.card();
  const { exchange, result } = await bench.confirm(handle, card);
  if (result.kind !== 'final') throw new Stopped(`not paid: ${said(exchange)}`);
  return { ...handle, providerId: handle.prepared };
}

function refundOf(
  { providerReference, providerId, money }: Awaited<ReturnType<typeof paid>>,
  amount: string,
  bench: Bench,
) {
  const order = {
    providerReference: `${randomUUID()}-1`,
    charge: { providerReference, providerId, money },
    money: { amount, currency: money.currency },
  };
  const made = { madeFrom: new Date(Date.now() - 60_000), madeUntil: new Date(Date.now() + 60_000) };
  return {
    submit: () =>
      refund.submit({ ...order, method: 'card', meta: {}, callbackUrl: '' }, bench.account, limit),
    lookUp: () => refund.lookUp({ ...order, ...made, knownIds: [] }, bench.account, limit),
  };
}

/** How a refund is, and what becomes of that. */
async function followed(part: ReturnType<typeof refundOf>, first: string, bench: Bench): Promise<string> {
  const sent = await part.submit();
  const outcome = 'report' in sent ? (sent.report?.outcome ?? sent.kind) : sent.kind;
  if (outcome !== first) return outcome;
  const next = await bench.until(async () => {
    const answer = heard(await part.lookUp());
    return answer === first ? undefined : answer;
  });
  return `${first}, then ${next ?? 'nothing else for a minute'}`;
}

/** What a look-up tells of a payment's money; it may come a moment later. */
async function reversalsOf(bench: Bench, handle: Handle): Promise<readonly ReportedReversal[]> {
  const told = await bench.until(async () => {
    const answer = await bench.lookUp(handle);
    const reversals = answer.kind === 'found' ? (answer.reversals ?? []) : [];
    return reversals.length > 0 ? reversals : undefined;
  });
  return told ?? [];
}

function kinds(reversals: readonly ReportedReversal[]): string {
  return reversals.map(({ kind }) => kind).join(' and ') || 'nothing';
}

function amounts(reversals: readonly ReportedReversal[]): string {
  return reversals.map(({ kind, amount }) => `${kind} of ${amount}`).join(', ') || 'nothing';
}
