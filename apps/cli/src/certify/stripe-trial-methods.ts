import type { PaymentOrder } from '#gateway/connectors/connector';
import { isObject } from '#gateway/connectors/json-body';
import { ways } from '#gateway/connectors/stripe/ways';
import {
  newOrder,
  NotTried,
  objectOf,
  said,
  Stopped,
  type Bench,
  type Handle,
} from './stripe-trial-bench.js';
import { prepareOfAccount } from './stripe-trial-capabilities.js';
import { counted, heard, shown } from './stripe-trial-cards.js';
import type { Point } from './stripe-trial-point.js';

/** What the customer pays by, for each method that is not paid on a page. */
const challenges: Readonly<Record<string, string>> = {
  ideal: 'redirect',
  multibanco: 'multibanco',
  pix: 'qr',
  cash_mexico: 'voucher',
  bank_transfer_mexico: 'bank_transfer_mexico',
};

/** Of these, Stripe plays the customer by the address of the customer's email. */
const played = ['multibanco', 'pix', 'cash_mexico'];

/** Methods that are paid elsewhere, by what the confirmed intent tells. */
export const methodPoints: readonly Point[] = [
  ...Object.entries(challenges).map(([method, challenge]): Point => ({
    name: `${method} tells what the customer pays by, and can be cancelled`,
    asks: `a payment by ${method}, and its cancel`,
    believed: `accepted ${challenge} of 100.00, cancelled`,
    async see(bench) {
      const handle = await prepareOfAccount(bench, orderBy(method));
      const sent = await bench.submit(handle);
      const [told, report] = sent.kind === 'accepted' ? [sent.challenge?.type, sent.report] : [];
      const { next_action: next } = await bench.show(handle.prepared);
      const shownBy = isObject(next) ? String(next.type) : 'nothing';
      const by = `${shown(sent).replace(/ open$/, '')} ${told ?? shownBy} of ${report?.amount ?? 'no amount'}`;
      return `${by}, ${heard(await bench.cancel(handle))}`;
    },
  })),
  ...played.flatMap((method) => [
    playedPoint(method, { name: 'is paid', mailbox: 'succeed_immediately', end: 'success' }),
    playedPoint(method, { name: 'is not paid in time', mailbox: 'expire_immediately', end: 'expired' }),
  ]),
  {
    name: 'vouchers and references that are cancelled before their customers pay stay cancelled',
    asks: 'cancels of cash_mexico and multibanco, whose customers would pay three minutes later',
    believed: 'cancelled, 0 charges; of each that the account has',
    async see(bench) {
      const handles: Handle[] = [];
      for (const method of ['cash_mexico', 'multibanco']) {
        const made = await prepareOfAccount(bench, orderBy(method, 'late')).catch(onlyNotTried);
        if (made) {
          await bench.submit(made);
          await bench.cancel(made);
          handles.push(made);
        }
      }
      if (handles.length === 0) throw new NotTried('the account has neither');
      await bench.pause(bench.slowMs);
      const ends: string[] = [];
      for (const handle of handles)
        ends.push(`${heard(await bench.lookUp(handle))}, ${counted(await bench.chargesOf(handle))}`);
      return { holds: ends.every((end) => end === 'cancelled, 0 charges'), saw: ends.join('; ') };
    },
  },
  {
    name: 'a bank transfer that has paid a part tells what has come, and is not cancelled',
    asks: 'a payment by bank_transfer_mexico, a part of it, and a cancel',
    believed: 'success of 40.00 MXN, requires_action',
    async see(bench) {
      const { handle } = await partPaid(bench);
      const told = await bench.cancel(handle);
      const { amount = '', currency = '' } = told.kind === 'found' ? told.report : {};
      const { status } = await bench.show(handle.prepared);
      return `${heard(told)} of ${amount} ${currency}, ${String(status)}`;
    },
  },
  {
    name: 'a part that was paid is in the customer’s balance after a cancel, from where it can be refunded',
    asks: 'the cancel of a bank transfer that has paid a part, and a refund of the balance',
    believed: '4000 in the balance, refund 200',
    async see(bench) {
      const { handle, customer } = await partPaid(bench);
      await bench.post(`/v1/payment_intents/${handle.prepared}/cancel`);
      const { available } = objectOf(await bench.get(`/v1/customers/${customer}/cash_balance`));
      const left = isObject(available) && typeof available.mxn === 'number' ? available.mxn : 0;
      const form = { customer, origin: 'customer_balance', amount: 4_000, currency: 'mxn' };
      const refunded = await bench.post('/v1/refunds', {
        ...form,
        instructions_email: 'certification@example.com',
      });
      return `${left} in the balance, refund ${said(refunded)}`;
    },
  },
];

/** The account does not have this one; any other error is one. */
function onlyNotTried(error: unknown): undefined {
  if (!(error instanceof NotTried)) throw error;
}

function orderBy(method: string, mailbox = 'fill_never'): PaymentOrder {
  const email = `certification.${mailbox}@example.com`;
  const { currency = 'EUR' } = ways[method] ?? {};
  const order = newOrder(method, currency);
  return { ...order, customer: { ...order.customer, email } };
}

function playedPoint(
  method: string,
  { name, mailbox, end }: { readonly name: string; readonly mailbox: string; readonly end: string },
): Point {
  return {
    name: `${method} that ${name} ends so`,
    asks: `a payment by ${method} of a customer whom Stripe plays by ${mailbox}@`,
    believed: end,
    async see(bench) {
      const handle = await prepareOfAccount(bench, orderBy(method, mailbox));
      await bench.submit(handle);
      const ended = await bench.until(async () => {
        const answer = heard(await bench.lookUp(handle));
        return answer === 'open' ? undefined : answer;
      });
      return ended ?? 'still open after a minute';
    },
  };
}

/** 40.00 of 100.00 have come. */
async function partPaid(bench: Bench): Promise<{ readonly handle: Handle; readonly customer: string }> {
  const handle = await prepareOfAccount(bench, orderBy('bank_transfer_mexico'));
  await bench.submit(handle);
  const { customer } = await bench.show(handle.prepared);
  if (typeof customer !== 'string') throw new Stopped('an intent without a customer');
  const path = `/v1/test_helpers/customers/${customer}/fund_cash_balance`;
  const funded = await bench.post(path, { amount: 4_000, currency: 'mxn' });
  if (funded.kind !== 'answered' || funded.status !== 200) throw new Stopped(`not funded: ${said(funded)}`);
  await bench.until(async () => {
    const { next_action: next } = await bench.show(handle.prepared);
    const details = isObject(next) ? next.display_bank_transfer_instructions : undefined;
    return isObject(details) && details.amount_remaining === 6_000 ? true : undefined;
  });
  return { handle, customer };
}
