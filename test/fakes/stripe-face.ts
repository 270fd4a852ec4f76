import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiVersion } from '#gateway/connectors/stripe/call-stripe';
import type { StripeObject } from './ask-stripe.js';
import { nextActions } from './stripe-next-actions.js';

/** Answers of the face, by their HTTP status. */
type Reply = { readonly status: 200 | 400 | 404; readonly body: StripeObject };
type Kept = Record<string, unknown>;

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
  const [intents, sessions] = [new Map<string, Kept>(), new Map<string, Kept>()];
  const warnings: StripeObject[] = [];

  const sessionOf = (handle: string) => sessions.get(handle);
  const intentOf = (handle: string): Kept => {
    const inside = sessionOf(handle)?.['payment_intent'];
    const intent = intents.get(typeof inside === 'string' ? inside : handle);
    if (!intent) throw new Error(`no intent of ${handle}`);
    return intent;
  };
  const newIntent = (fields: Kept): Kept => {
    const id = newId('pi');
    const intent = {
      id,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount_received: 0,
      cancellation_reason: null,
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
      client_secret: `${id}_secret`,
      ...fields,
    };
    intents.set(id, intent);
    return intent;
  };
  /** A page has its intent from the customer's first try on. */
  const tried = (handle: string): Kept => {
    const session = sessionOf(handle);
    if (session?.['payment_intent'] === null) {
      const { amount_total: amount, currency, intent_metadata: metadata } = session;
      const methods = session['payment_method_types'];
      session['payment_intent'] = newIntent({ amount, currency, metadata, payment_method_types: methods })[
        'id'
      ];
    }
    return intentOf(handle);
  };
  const shownSession = (session: Kept): StripeObject => {
    const { intent_metadata: _, ...shown } = session;
    return shown;
  };
  const withIntent = (session: Kept): StripeObject => ({
    ...shownSession(session),
    payment_intent: intents.get(String(session['payment_intent'])) ?? null,
  });
  const tell = (type: string, object: StripeObject): StripeObject => ({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    type,
    data: { object: { ...object } },
  });
  const tellOf = (handle: string, ofPage: string, ofIntent: string): StripeObject => {
    const session = sessionOf(handle);
    return session
      ? tell(`checkout.session.${ofPage}`, shownSession(session))
      : tell(ofIntent, intentOf(handle));
  };
  const refuse = (code: string): Reply => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message: code } },
  });
  const ok = (body: StripeObject): Reply => ({ status: 200, body });
  const list = (data: readonly StripeObject[]): Reply => ok({ object: 'list', data, has_more: false });

  const createIntent = (form: URLSearchParams): Reply =>
    ok(
      newIntent({
        amount: Number(form.get('amount')),
        currency: form.get('currency'),
        metadata: below(form, 'metadata'),
        payment_method_types: [form.get('payment_method_types[0]')],
        customer: form.get('customer'),
      }),
    );
  const confirm = (intent: Kept, form: URLSearchParams): Reply => {
    if (intent['status'] !== 'requires_payment_method' || intent['last_payment_error'])
      return refuse('payment_intent_unexpected_state');
    const [type] = intent['payment_method_types'] as readonly string[];
    intent['status'] = 'requires_action';
    intent['next_action'] = nextActions[String(type)]?.({
      id: String(intent['id']),
      amount: Number(intent['amount']),
      returnUrl: form.get('return_url'),
    });
    return ok(intent);
  };
  const cancel = (intent: Kept, form: URLSearchParams): Reply => {
    if (['succeeded', 'canceled'].includes(String(intent['status'])))
      return refuse('payment_intent_unexpected_state');
    Object.assign(intent, {
      status: 'canceled',
      cancellation_reason: form.get('cancellation_reason'),
      next_action: null,
    });
    return ok(intent);
  };
  const createSession = (form: URLSearchParams): Reply => {
    const id = newId('cs_test');
    const price = 'line_items[0][price_data]';
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      payment_intent: null,
      client_reference_id: form.get('client_reference_id'),
      amount_total: Number(form.get(`${price}[unit_amount]`)),
      currency: form.get(`${price}[currency]`),
      metadata: below(form, 'metadata'),
      intent_metadata: below(form, 'payment_intent_data[metadata]'),
      payment_method_types: [form.get('payment_method_types[0]')],
    };
    sessions.set(id, session);
    return ok(shownSession(session));
  };
  const expireSession = (session: Kept): Reply => {
    if (session['status'] !== 'open') return refuse('resource_already_exists');
    Object.assign(session, { status: 'expired', url: null });
    const intent = intents.get(String(session['payment_intent']));
    if (intent && intent['status'] !== 'succeeded')
      Object.assign(intent, { status: 'canceled', cancellation_reason: 'automatic' });
    return ok(withIntent(session));
  };

  const answer = (method: string, address: URL, form: URLSearchParams): Reply => {
    const [, kind = '', id = '', action = ''] =
      /^\/v1\/(checkout\/sessions|[^/]+(?:\/early_fraud_warnings)?)\/?([^/]*)\/?(.*)$/.exec(
        address.pathname,
      ) ?? [];
    const isChange = method === 'POST';
    if (kind === 'customers' && isChange) return ok({ id: newId('cus'), object: 'customer' });
    if (kind === 'payment_methods' && isChange) return ok({ id: newId('pm'), object: 'payment_method' });
    if (kind === 'payment_intents' && isChange && id === '') return createIntent(form);
    if (kind === 'checkout/sessions' && isChange && id === '') return createSession(form);
    const [intent, session] = [intents.get(id), sessions.get(id)];
    if (intent && action === 'confirm') return confirm(intent, form);
    if (intent && action === 'cancel') return cancel(intent, form);
    if (session && action === 'expire') return expireSession(session);
    if (intent) return ok(intent);
    if (session) return ok(withIntent(session));
    const of = address.searchParams.get('payment_intent');
    if (kind === 'radar/early_fraud_warnings')
      return list(warnings.filter((warning) => warning['payment_intent'] === of));
    return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };
  };
  const server = createServer((request, response) => {
    text(request)
      .then((body) => {
        const address = new URL(request.url ?? '', 'http://stripe');
        const reply = answer(request.method ?? '', address, new URLSearchParams(body));
        response
          .writeHead(reply.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(reply.body));
      })
      .catch(() => request.socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

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
    url: `http://127.0.0.1:${port}`,
    pay(handle) {
      const wasOnItsWay = sessionOf(handle)?.['status'] === 'complete';
      settle(handle);
      const session = sessionOf(handle);
      if (session) Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
      const word = wasOnItsWay ? 'async_payment_succeeded' : 'completed';
      return tellOf(handle, word, 'payment_intent.succeeded');
    },
    decline: (handle) =>
      tell('payment_intent.payment_failed', failWith(handle, 'payment_intent_authentication_failure')),
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
      if (session) expireSession(session);
      else failWith(handle, 'payment_intent_payment_attempt_expired');
      return tellOf(handle, 'expired', 'payment_intent.payment_failed');
    },
    receive(handle, amount) {
      const intent = intentOf(handle);
      const action = intent['next_action'] as Readonly<Record<string, Kept>>;
      const details = action['display_bank_transfer_instructions'] ?? {};
      details['amount_remaining'] = Number(details['amount_remaining']) - amount;
      return tell('payment_intent.partially_funded', intent);
    },
    warn(handle) {
      const id = newId('issfr');
      const of = { payment_intent: intentOf(handle)['id'], fraud_type: 'made_with_stolen_card' };
      const warning = { id, object: 'radar.early_fraud_warning', actionable: true, ...of };
      warnings.push(warning);
      return tell('radar.early_fraud_warning.created', warning);
    },
    handlesOf: (reference) =>
      [...sessions, ...intents].flatMap(([id, kept]) =>
        (kept['client_reference_id'] ?? (kept['metadata'] as StripeObject)['gateway_reference']) === reference
          ? id
          : [],
      ),
    intentOf,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** The fields of an object in a form. */
function below(form: URLSearchParams, name: string): StripeObject {
  const entries = [...form].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}
