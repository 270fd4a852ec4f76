import type { StripeObject } from './ask-stripe.js';
import { fault, newIntent, ok, type Asked, type Player, type Told } from './stripe-answers.js';
import { lessRemaining, nextActions } from './stripe-next-actions.js';

/** Decimals there, and what one is worth in euro cents. */
const currencies: Readonly<Record<string, readonly [decimals: number, cents: number]>> = {
  eur: [2, 100],
  mga: [0, 0.02],
  ugx: [0, 0.024],
  isk: [2, 0.71],
  kwd: [3, 300],
};

/** Payments that are not by card, and those whose currency is of interest. */
export function createElsewhere(): Player {
  const intents = new Map<string, StripeObject>();
  const balances = new Map<string, number>();

  const keep = (intent: StripeObject): Told => {
    intents.set(String(intent.id), intent);
    return ok(intent);
  };

  function create({ form }: Asked): Told | undefined {
    const [type = '', currency = ''] = [form.get('payment_method_types[0]'), form.get('currency')].map(
      String,
    );
    const isPaidAtOnce = type === 'card' && form.get('confirm') === 'true';
    if (!isPaidAtOnce && type === 'card') return undefined;
    const [amount, [decimals, cents] = [2, 100]] = [Number(form.get('amount')), currencies[currency]];
    if (decimals === 3 && amount % 10 !== 0) return fault(400, 'parameter_invalid_integer');
    const intent = newIntent({
      amount,
      currency,
      customer: form.get('customer'),
      status: type === 'sepa_debit' ? 'processing' : 'requires_confirmation',
      metadata: { gateway_reference: form.get('metadata[gateway_reference]'), gateway_flow: 'direct' },
      payment_method_types: [type],
      billing_email: form.get('payment_method_data[billing_details][email]'),
    });
    if (!isPaidAtOnce) return keep(intent);
    const booked = { amount: Math.round((amount / 10 ** decimals) * cents) };
    const charge = { object: 'charge', balance_transaction: booked };
    return keep({ ...intent, status: 'succeeded', amount_received: amount, latest_charge: charge });
  }

  const actionOf = (intent: StripeObject, returnUrl: string | null): StripeObject | undefined => {
    const [type = ''] = intent.payment_method_types as readonly string[];
    return nextActions[type]?.({ id: String(intent.id), amount: Number(intent.amount), returnUrl });
  };

  function confirm(intent: StripeObject, { form }: Asked): Told {
    const next_action = actionOf(intent, form.get('return_url'));
    const asked = { ...intent, status: 'requires_action', next_action };
    const email = String(intent.billing_email);
    if (email.includes('succeed_immediately'))
      keep({ ...intent, status: 'succeeded', amount_received: intent.amount });
    else if (email.includes('expire_immediately')) {
      const last_payment_error = { code: 'payment_intent_payment_attempt_expired' };
      keep({ ...intent, status: 'requires_payment_method', last_payment_error });
    } else keep(asked);
    return ok(asked);
  }

  function cancel(intent: StripeObject, { form }: Asked): Told {
    if (intent.status === 'succeeded') return fault(400, 'payment_intent_unexpected_state');
    return keep({ ...intent, status: 'canceled', cancellation_reason: form.get('cancellation_reason') });
  }

  /** A transfer that pays a part of the customer's open payment. */
  function fund(customer: string, amount: number): Told {
    balances.set(customer, amount);
    const open = [...intents.values()].find((intent) => intent.customer === customer);
    const action = open && actionOf(open, null);
    if (open && action) keep({ ...open, next_action: lessRemaining(action, amount) });
    return ok({ object: 'customer_cash_balance_transaction' });
  }

  return (asked) => {
    const { method, path, form, query } = asked;
    const [, customer = '', rest] =
      /^\/v1\/(?:test_helpers\/)?customers\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (rest === 'fund_cash_balance') return fund(customer, Number(form.get('amount')));
    if (rest === 'cash_balance')
      return ok({ object: 'cash_balance', available: { mxn: balances.get(customer) } });
    if (path === '/v1/refunds' && form.get('origin') === 'customer_balance') return ok({ object: 'refund' });
    if (path === '/v1/payment_intents' && method === 'POST') return create(asked);
    const [, id = '', verb] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const intent = intents.get(id || String(form.get('payment_intent') ?? query.get('payment_intent')));
    if (!intent) return undefined;
    if (path === '/v1/refunds') return ok({ object: 'refund' });
    if (path === '/v1/charges') return { status: 200, body: { object: 'list', data: [], has_more: false } };
    if (verb === 'confirm') return confirm(intent, asked);
    return verb === 'cancel' ? cancel(intent, asked) : ok(intent);
  };
}
