import { expect } from 'vitest';
import { createCustomer, readLinks, type Customer, type Page } from '../../tools/demo/customer.js';
import { cardPageBody, enteredCard } from './bodies.js';
import type { Merchant } from './merchant.js';

export const goodCard = '4242424242424242';
export const softlyDeclined = '4000000000009995';
/** Softly as well, after 3-D Secure. */
export const declinedLate = '4000000000009987';
export const hardDeclined = '4000000000000002';

export type CardBody = Readonly<Record<string, unknown>> & { readonly reference: string };

/** A customer before the card form of a payment. */
export type OpenedForm = {
  readonly body: CardBody;
  readonly identifier: string;
  readonly customer: Customer;
  readonly page: Page;
};

export async function openForm(by: Merchant, body: CardBody = cardPageBody()): Promise<OpenedForm> {
  const { status, body: created } = await by.post('/v2/payment', body);
  expect([status, created['error_code']]).toEqual([200, 0]);
  const customer = createCustomer();
  const page = await customer.open(formUrlOf(created));
  return { body, identifier: String(created['identifier']), customer, page };
}

export function formUrlOf(answer: Readonly<Record<string, unknown>>): string {
  const challenge = answer['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? String(answer['redirect_url']);
}

export function asksAgain({ html }: Page): boolean {
  return html.includes('Your bank declined this card. Try another card.');
}

/** Posts a card, and waits until the page asks for another one. */
export async function decline({ customer, page }: OpenedForm, pan: string, from: Page = page): Promise<Page> {
  const posted = await customer.submit(from, 'pay', enteredCard(pan));
  return customer.reloadUntil({ ...posted, url: page.url }, asksAgain);
}

/** Our page leads on to the provider's, where the customer does this. */
export async function actAtProvider(customer: Customer, page: Page, action: string): Promise<Page> {
  const way = readLinks(page.html).find((link) => /\/pay\/ch_/.test(link));
  if (way === undefined) throw new Error('the page does not lead to the provider');
  return customer.submit(await customer.open(way), action);
}
