import { randomUUID } from 'node:crypto';
import type { StripeObject } from './ask-stripe.js';
import { fault, list, nowS, ok, type Asked, type Player } from './stripe-stand-in-answers.js';

/** Checkout Sessions, on which nobody ever pays. */
export function createPages(): Player {
  const sessions = new Map<string, StripeObject>();
  const events: StripeObject[] = [];

  function create({ form }: Asked): StripeObject {
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session = {
      id,
      object: 'checkout.session',
      created: nowS(),
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id'),
      metadata: { gateway_reference: form.get('client_reference_id') },
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      url: `https://checkout.stripe.com/c/pay/${id}#secret`,
      client_secret: `${id}_secret_x`,
      payment_intent: null,
    };
    sessions.set(id, session);
    return session;
  }

  function expire(session: StripeObject) {
    if (session.status !== 'open') return fault(400);
    const expired = { ...session, status: 'expired', url: null };
    sessions.set(String(session.id), expired);
    const event = { id: `evt_${session.id as string}`, object: 'event', type: 'checkout.session.expired' };
    events.push({ ...event, api_version: '2026-08-26.dahlia', data: { object: expired } });
    return ok(expired);
  }

  return (asked) => {
    const { method, path, query } = asked;
    if (path === '/v1/events' && query.get('type') === 'checkout.session.expired') return list(events);
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (!path.startsWith('/v1/checkout/sessions')) return undefined;
    if (id === undefined) return method === 'POST' ? ok(create(asked)) : list([...sessions.values()]);
    const session = sessions.get(id);
    if (!session) return fault(404, 'resource_missing');
    return verb === 'expire' ? expire(session) : ok(session);
  };
}
