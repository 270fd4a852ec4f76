import type { StripeObject } from './ask-stripe.js';
import {
  below,
  fault,
  list,
  newEvent,
  newId,
  nowS,
  ok,
  type Kept,
  type Player,
  type Told,
} from './stripe-answers.js';

export type Pages = {
  readonly play: Player;
  readonly sessions: ReadonlyMap<string, Kept>;
  expire(session: Kept): Told;
  /** Of the intent that a page gets from its customer's first try on. */
  intentMetadataOf(id: string): StripeObject | undefined;
};

/** Checkout Sessions, whose payments are among `intents`. */
export function createPages(intents: ReadonlyMap<string, Kept>): Pages {
  const sessions = new Map<string, Kept>();
  const intentMetadata = new Map<string, StripeObject>();
  const events: StripeObject[] = [];

  function create(form: URLSearchParams): Told {
    const id = newId('cs_test');
    const price = 'line_items[0][price_data]';
    const session = {
      id,
      object: 'checkout.session',
      created: nowS(),
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.example/c/pay/${id}#secret`,
      client_secret: `${id}_secret_x`,
      payment_intent: null,
      client_reference_id: form.get('client_reference_id'),
      amount_total: Number(form.get(`${price}[unit_amount]`)),
      currency: form.get(`${price}[currency]`),
      metadata: below(form, 'metadata'),
      payment_method_types: [form.get('payment_method_types[0]')],
    };
    sessions.set(id, session);
    intentMetadata.set(id, below(form, 'payment_intent_data[metadata]'));
    return ok(session);
  }

  const withIntent = (session: Kept): StripeObject => ({
    ...session,
    payment_intent: intents.get(String(session['payment_intent'])) ?? null,
  });

  function expire(session: Kept): Told {
    if (session['status'] !== 'open') return fault(400, 'resource_already_exists');
    Object.assign(session, { status: 'expired', url: null });
    const intent = intents.get(String(session['payment_intent']));
    if (intent && intent['status'] !== 'succeeded')
      Object.assign(intent, { status: 'canceled', cancellation_reason: 'automatic' });
    events.push(newEvent('checkout.session.expired', session));
    return ok(withIntent(session));
  }

  return {
    sessions,
    expire,
    intentMetadataOf: (id) => intentMetadata.get(id),
    play({ method, path, query, form }) {
      if (path === '/v1/events' && query.get('type') === 'checkout.session.expired') return list(events);
      if (!path.startsWith('/v1/checkout/sessions')) return undefined;
      const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
      if (id === undefined) return method === 'POST' ? create(form) : list([...sessions.values()]);
      const session = sessions.get(id);
      if (!session) return fault(404, 'resource_missing');
      return verb === 'expire' ? expire(session) : ok(withIntent(session));
    },
  };
}
