import type { StripeObject } from './ask-stripe.js';
import {
  below,
  fault,
  list,
  newEvent,
  newId,
  newIntent,
  ok,
  openStripe,
  type Asked,
  type Kept,
  type Told,
} from './stripe-answers.js';
import { lessRemaining, nextActions } from './stripe-next-actions.js';
import { createPages } from './stripe-sessions.js';

/** What happens to the money of an intent, or of a page; each returns what Stripe would tell of it. */
export type StripeFace = {
  readonly url: string;
  /** The customer has paid, on the page or by what the intent shows. */
  pay(handle: string): StripeObject;
  /** The customer's bank says no; a page stays open. */
  decline(handle: string): StripeObject;
  /** The customer has approved on the page, and the money is on its way. */
  approve(handle: string): StripeObject;
  /** Money that was on its way does not come. */
  fail(handle: string): StripeObject;
  /** The time of the page, of the QR code or of the voucher is over. */
  expire(handle: string): StripeObject;
  /** A transfer has come that pays a part; in minor units. */
  receive(handle: string, amount: number): StripeObject;
  /** The network of the card suspects fraud. */
  warn(handle: string): StripeObject;
  /** Intents and pages of a payment, by our reference, oldest first. */
  handlesOf(reference: string): readonly string[];
  /** The intent of this handle as it is now. */
  intentOf(handle: string): StripeObject;
  close(): void;
};

/**
 * A Stripe of ours for what Stripe World does not have: pages, and methods other than cards that are paid at once. It reads of its
 * description no more than we do, so it proves only that the gateway behaves as we mean to.
 */
export async function startStripeFace(): Promise<StripeFace> {
  const intents = new Map<string, Kept>();
  const pages = createPages(intents);
  const warnings: StripeObject[] = [];

  const sessionOf = (handle: string) => pages.sessions.get(handle);
  const intentOf = (handle: string): Kept => {
    const inside = sessionOf(handle)?.['payment_intent'];
    const intent = intents.get(typeof inside === 'string' ? inside : handle);
    if (!intent) throw new Error(`no intent of ${handle}`);
    return intent;
  };
  const keepNew = (fields: Kept): Kept => {
    const intent = newIntent(fields);
    intents.set(String(intent['id']), intent);
    return intent;
  };
  /** A page has its intent from the customer's first try on. */
  const tried = (handle: string): Kept => {
    const session = sessionOf(handle);
    if (session?.['payment_intent'] === null) {
      const { amount_total: amount, currency, payment_method_types } = session;
      const metadata = pages.intentMetadataOf(handle);
      session['payment_intent'] = keepNew({ amount, currency, metadata, payment_method_types })['id'];
    }
    return intentOf(handle);
  };
  const tellOf = (handle: string, ofPage: string, ofIntent: string): StripeObject => {
    const session = sessionOf(handle);
    return session ? newEvent(`checkout.session.${ofPage}`, session) : newEvent(ofIntent, intentOf(handle));
  };

  const createIntent = (form: URLSearchParams): Told =>
    ok(
      keepNew({
        amount: Number(form.get('amount')),
        currency: form.get('currency'),
        metadata: below(form, 'metadata'),
        payment_method_types: [form.get('payment_method_types[0]')],
        customer: form.get('customer'),
      }),
    );
  const confirm = (intent: Kept, form: URLSearchParams): Told => {
    if (intent['status'] !== 'requires_payment_method' || intent['last_payment_error'])
      return fault(400, 'payment_intent_unexpected_state');
    const [type] = intent['payment_method_types'] as readonly string[];
    intent['status'] = 'requires_action';
    intent['next_action'] = nextActions[String(type)]?.({
      id: String(intent['id']),
      amount: Number(intent['amount']),
      returnUrl: form.get('return_url'),
    });
    return ok(intent);
  };
  const cancel = (intent: Kept, form: URLSearchParams): Told => {
    if (['succeeded', 'canceled'].includes(String(intent['status'])))
      return fault(400, 'payment_intent_unexpected_state');
    Object.assign(intent, {
      status: 'canceled',
      cancellation_reason: form.get('cancellation_reason'),
      next_action: null,
    });
    return ok(intent);
  };
  const answer = (asked: Asked): Told => {
    const page = pages.play(asked);
    if (page) return page;
    const { method, path, query, form } = asked;
    const [, kind = '', id = '', action = ''] =
      /^\/v1\/([^/]+(?:\/early_fraud_warnings)?)\/?([^/]*)\/?(.*)$/.exec(path) ?? [];
    const isChange = method === 'POST';
    if (kind === 'customers' && isChange) return ok({ id: newId('cus'), object: 'customer' });
    if (kind === 'payment_methods' && isChange) return ok({ id: newId('pm'), object: 'payment_method' });
    if (kind === 'payment_intents' && isChange && id === '') return createIntent(form);
    const intent = intents.get(id);
    if (intent && action === 'confirm') return confirm(intent, form);
    if (intent && action === 'cancel') return cancel(intent, form);
    if (intent) return ok(intent);
    const of = query.get('payment_intent');
    if (kind === 'radar/early_fraud_warnings')
      return list(warnings.filter((warning) => warning['payment_intent'] === of));
    return fault(404, 'resource_missing');
  };
  const server = await openStripe(answer);

  const settle = (handle: string): Kept => {
    const intent = tried(handle);
    const { id, amount, currency, metadata, payment_method_types: types } = intent;
    const [type] = types as readonly string[];
    const charge = { id: newId('ch'), object: 'charge', amount, currency, metadata, payment_intent: id };
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amount,
      next_action: null,
      latest_charge: {
        ...charge,
        refunded: false,
        amount_refunded: 0,
        disputed: false,
        payment_method_details: { type },
      },
    });
    return intent;
  };
  const failWith = (handle: string, code: string): Kept =>
    Object.assign(tried(handle), {
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { type: 'card_error', code },
    });
  return {
    ...server,
    pay(handle) {
      const wasOnItsWay = sessionOf(handle)?.['status'] === 'complete';
      settle(handle);
      const session = sessionOf(handle);
      if (session) Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
      const word = wasOnItsWay ? 'async_payment_succeeded' : 'completed';
      return tellOf(handle, word, 'payment_intent.succeeded');
    },
    decline: (handle) =>
      newEvent('payment_intent.payment_failed', failWith(handle, 'payment_intent_authentication_failure')),
    approve(handle) {
      Object.assign(tried(handle), { status: 'processing', next_action: null });
      const session = sessionOf(handle);
      if (session) Object.assign(session, { status: 'complete', url: null });
      return tellOf(handle, 'completed', 'payment_intent.processing');
    },
    fail(handle) {
      failWith(handle, 'payment_intent_payment_attempt_failed');
      return tellOf(handle, 'async_payment_failed', 'payment_intent.payment_failed');
    },
    expire(handle) {
      const session = sessionOf(handle);
      if (session) pages.expire(session);
      else failWith(handle, 'payment_intent_payment_attempt_expired');
      return tellOf(handle, 'expired', 'payment_intent.payment_failed');
    },
    receive(handle, amount) {
      const intent = intentOf(handle);
      intent['next_action'] = lessRemaining(intent['next_action'] as StripeObject, amount);
      return newEvent('payment_intent.partially_funded', intent);
    },
    warn(handle) {
      const id = newId('issfr');
      const of = { payment_intent: intentOf(handle)['id'], fraud_type: 'made_with_stolen_card' };
      const warning = { id, object: 'radar.early_fraud_warning', actionable: true, ...of };
      warnings.push(warning);
      return newEvent('radar.early_fraud_warning.created', warning);
    },
    handlesOf: (reference) =>
      [...pages.sessions, ...intents].flatMap(([id, kept]) =>
        (kept['client_reference_id'] ?? (kept['metadata'] as StripeObject)['gateway_reference']) === reference
          ? id
          : [],
      ),
    intentOf,
  };
}
