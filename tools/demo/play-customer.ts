import type { CreatedPayment } from '#client/messages/created';
import { createCustomer, type Customer } from './customer.js';
import { readLinks } from './read-form.js';
import type { CustomerPlay } from './tour-steps.js';

/** Does what the customer of this payment does, in a browser of its own. */
export async function playCustomer(
  play: CustomerPlay,
  created: CreatedPayment,
  sandboxUrl: string,
): Promise<void> {
  const customer = createCustomer();
  switch (play.at) {
    case 'nowhere':
      return;
    case 'providerPage':
      return visitProvider(customer, challengeUrlOf(created), play.action);
    case 'phone':
      // The sandbox's stand-in for dialling: one page for each order it got from the gateway (contract §10).
      return visitProvider(customer, `${sandboxUrl}/instructions/${created.identifier}-1`, 'approve');
    case 'hostedPage': {
      const page = await customer.open(created.redirect_url ?? challengeUrlOf(created));
      if (play.action === 'cancel') return void (await customer.submit(page, play.action));
      const posted = await customer.submit(page, play.action, play.card);
      if (!play.goesOn) return;
      const shown = await customer.reloadUntil(
        posted,
        ({ html }) => findWayOn(html, sandboxUrl) !== undefined,
      );
      return visitProvider(customer, findWayOn(shown.html, sandboxUrl) ?? '', 'approve');
    }
  }
}

async function visitProvider(customer: Customer, url: string, action: string): Promise<void> {
  await customer.submit(await customer.open(url), action);
}

function challengeUrlOf({ challenge }: CreatedPayment): string {
  if (challenge?.challenge_type === 'redirect') return challenge.challenge_redirect.url;
  throw new Error('the answer has no redirect challenge');
}

/** The link of our page to the provider's, where the payment is made. */
function findWayOn(html: string, sandboxUrl: string): string | undefined {
  return readLinks(html).find((link) =>
    ['/pay/', '/instructions/'].some((path) => link.startsWith(sandboxUrl + path)),
  );
}
