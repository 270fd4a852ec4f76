import { createCustomer } from '../../tools/demo/customer.js';

/** The customer opens the provider's page of a payment and presses _Approve_. */
export async function approve(created: { readonly body: Readonly<Record<string, unknown>> }): Promise<void> {
  const challenge = created.body['challenge'] as { readonly challenge_redirect: { readonly url: string } };
  const customer = createCustomer();
  await customer.submit(await customer.open(challenge.challenge_redirect.url), 'approve');
}
