import type { IncomingHttpHeaders } from 'node:http';
import type { StripeObject } from './ask-stripe.js';
import { list, ok, type Asked, type Told } from './stripe-answers.js';

/** Stripe's test cards by the names that its test mode knows; Stripe World knows their numbers. */
const numbers: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  pm_card_createIssuerFraudRecord: '4242424242424242',
};
/** What becomes of their refunds; Stripe World's time stands still. */
const later: Readonly<Record<string, string>> = {
  pm_card_pendingRefund: 'succeeded',
  pm_card_refundFail: 'failed',
};

type World = (asked: Asked, headers: IncomingHttpHeaders) => Promise<Told>;

/**
 * Cards of Stripe World by the names of Stripe's test mode. 3-D Secure is a redirect, as it is with a `return_url`, which Stripe World does not
 * know.
 */
export function createCardsOfWorld(world: World): World {
  const cards = new Map<string, string>();

  /** One for each intent, so that a confirmation which is repeated is the same. */
  const methods = new Map<string, Promise<Told>>();
  async function methodOf(use: string, number: string, headers: IncomingHttpHeaders): Promise<string> {
    const { 'idempotency-key': _, ...rest } = headers;
    const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2040' };
    const form = new URLSearchParams({ type: 'card', ...card });
    const asked = { method: 'POST', path: '/v1/payment_methods', query: new URLSearchParams(), form };
    const made = methods.get(use) ?? world(asked, rest);
    methods.set(use, made);
    return String((await made).body.id);
  }

  async function confirm(asked: Asked, headers: IncomingHttpHeaders): Promise<Told> {
    const form = new URLSearchParams(asked.form);
    const [name, returnUrl] = [form.get('payment_method') ?? '', form.get('return_url')];
    form.delete('return_url');
    const [, id = ''] = /payment_intents\/(\w+)\//.exec(asked.path) ?? [];
    if (numbers[name] !== undefined) {
      if (!cards.has(id)) cards.set(id, name);
      form.set('payment_method', await methodOf(`${id} ${name}`, numbers[name], headers));
    }
    const told = await world({ ...asked, form }, headers);
    if (told.body.status === 'requires_action') redirects.set(id, returnUrl);
    return shown(id, told);
  }

  const redirects = new Map<string, string | null>();
  function shown(id: string, told: Told): Told {
    const back = redirects.get(id);
    if (back === undefined || told.body.status !== 'requires_action') return told;
    const redirect = { url: 'https://hooks.stripe.com/3d_secure_2/1', return_url: back };
    const next_action = { type: 'redirect_to_url', redirect_to_url: redirect };
    return { ...told, body: { ...told.body, next_action } };
  }

  return async (asked, headers) => {
    const { method, path, query } = asked;
    const about = query.get('payment_intent') ?? '';
    if (path === '/v1/radar/early_fraud_warnings') {
      const isWarned = cards.get(about) === 'pm_card_createIssuerFraudRecord';
      const fraud_type = 'misc';
      return list(isWarned ? [{ id: 'issfr_1', object: 'radar.early_fraud_warning', fraud_type }] : []);
    }
    if (path.endsWith('/confirm')) return confirm(asked, headers);
    const told = await world(asked, headers);
    const next = later[cards.get(about) ?? ''];
    if (method === 'GET' && path === '/v1/refunds' && next !== undefined) {
      const rows = told.body.data as readonly StripeObject[];
      return ok({ ...told.body, data: rows.map((row) => ({ ...row, status: next })) });
    }
    const [, id = ''] = /^\/v1\/payment_intents\/(\w+)$/.exec(path) ?? [];
    return shown(id, told);
  };
}
