import { newReference } from './merchant.js';

/** Valid bodies of the methods that run end to end; `meta` chooses the sandbox's scenario. */
type Body = Record<string, unknown> & { readonly reference: string };
type Meta = Readonly<Record<string, string | number | boolean>>;

export function idealBody(meta: Meta = {}, changes: Readonly<Record<string, unknown>> = {}): Body {
  return {
    method: 'ideal',
    mode: 'initial',
    reference: newReference(),
    currency: 'EUR',
    amount: 10.1,
    customer: {
      identifier: 'c-1',
      first_name: 'Anna',
      last_name: 'Visser',
      country: 'NL',
      phone: '+31612345678',
    },
    extra: { meta },
    ...changes,
  };
}

/** Paid at once, with no address of its merchant but this one. */
export function paidBody(callbackUrl: string): Body {
  return idealBody(
    { sandbox: 'success', sandbox_delay_ms: 10 },
    {
      callback_url: callbackUrl,
      redirect_url: callbackUrl,
      cancel_url: callbackUrl,
      error_url: callbackUrl,
      customer: { ...(idealBody()['customer'] as object), email: 'anna@example.com' },
    },
  );
}

export function ussdBody(sandboxUrl: string, meta: Meta = {}): Body {
  return {
    method: 'ussd',
    mode: 'initial',
    reference: newReference(),
    currency: 'NGN',
    amount: 1500,
    channel_code: '737',
    redirect_url: 'https://shop.example.com/done',
    callback_url: `${sandboxUrl}/merchant/callbacks`,
    extra: { meta },
  };
}

export function cardBody(pan: string, meta: Meta = {}): Body {
  return {
    method: 'card',
    reference: newReference(),
    currency: 'EUR',
    amount: 25,
    customer: {
      identifier: 'c-2',
      email: 'ada@example.com',
      phone: '+34600000000',
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'ES',
      state_code: 'ES-MD',
      city: 'Madrid',
      address: 'Gran Via 1',
      zip_code: '28013',
      birthday: '1990-02-28',
      ip: '203.0.113.7',
    },
    card: { pan, exp_month: '12', exp_year: '2031', cvv: '737', holder_name: 'Ada Byron' },
    extra: { meta },
  };
}

export function pixBody(meta: Meta = {}): Body {
  return {
    widget: { method: 'pix', locale: 'pt' },
    reference: newReference(),
    currency: 'BRL',
    amount: 99.9,
    customer: { identifier: 'c-3', first_name: 'Joao', last_name: 'Silva', itn: '52998224725' },
    extra: { meta },
  };
}

/** A card payment whose card the customer enters on the hosted page. */
export function cardPageBody(meta: Meta = {}, locale = 'en'): Body {
  const { method, ...body } = withoutCard(cardBody('', meta));
  return { ...body, widget: { method, locale } };
}

export function withoutCard({ card: _card, ...body }: Body): Body {
  return body;
}

/** A card as a customer fills it in on the hosted form. */
export function enteredCard(pan: string): Readonly<Record<string, string>> {
  return { pan, exp_month: '12', exp_year: '31', cvv: '737', holder_name: 'Ada Byron' };
}
