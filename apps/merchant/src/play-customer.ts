import { createCustomer } from './customer.js';
import type { PaymentAnswer } from './read-answer.js';
import { readLinks } from './read-form.js';
import type { CustomerPlay } from './tour-steps.js';

/** Does what the customer of this payment does, in a browser of its own. */
export async function playCustomer(
  play: CustomerPlay,
  created: PaymentAnswer,
  sandboxUrl: string,
): Promise<void> {
  const customer = createCustomer();
  switch (play.at) {
    case 'nowhere':
      return;
    case 'providerPage': {
      if (created.challengeUrl === undefined) throw new Error('the answer has no redirect challenge');
      await customer.submit(await customer.open(created.challengeUrl), play.action);
      return;
    }
    case 'phone': {
      // The sandbox's stand-in for dialling: one page for each order it got from the gateway (contract §10).
      const firstAttempt = `${created.identifier ?? ''}-1`;
      await customer.submit(await customer.open(`${sandboxUrl}/instructions/${firstAttempt}`), 'approve');
      return;
    }
    case 'hostedPage': {
      if (created.redirectUrl === undefined) throw new Error('the answer has no redirect_url');
      const posted = await customer.submit(await customer.open(created.redirectUrl), play.action);
      if (!play.scans) return;
      const page = await customer.reloadUntil(posted, ({ html }) => findInstructions(html) !== undefined);
      const link = new URL(findInstructions(page.html) ?? '', page.url).href;
      await customer.submit(await customer.open(link), 'approve');
    }
  }
}

function findInstructions(html: string): string | undefined {
  return readLinks(html).find((link) => link.includes('/instructions/'));
}
