import { stripeCredentials } from './stripe-orders.js';

const { secret_key: secretKey } = stripeCredentials;

export type StripeObject = Readonly<Record<string, unknown>>;

/** Asks a Stripe as its account's owner does, past the gateway; with a form it changes something. */
export type AskStripe = (path: string, form?: Readonly<Record<string, string>>) => Promise<StripeObject>;

export function askStripe(url: string): AskStripe {
  return async (path, form) => {
    const answer = await fetch(`${url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return (await answer.json()) as StripeObject;
  };
}
