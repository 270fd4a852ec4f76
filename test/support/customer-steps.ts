import { createCustomer, type Customer, type Page } from '../../apps/merchant/src/customer.js';
import { readLinks } from '../../apps/merchant/src/read-form.js';

/** Does on the provider's page of a payment what its customer does there. */
export async function approve(sandboxUrl: string, identifier: unknown): Promise<void> {
  const customer = createCustomer();
  const page = await customer.open(`${sandboxUrl}/instructions/${String(identifier)}-1`);
  await customer.submit(page, 'approve');
}

/** Waits for a page that links to a place that begins so, and goes there. */
export async function follow(customer: Customer, page: Page, target: string): Promise<Page> {
  const linkOf = ({ html }: Page) => readLinks(html).find((link) => link.startsWith(target));
  const there = await customer.reloadUntil(page, (current) => linkOf(current) !== undefined);
  return customer.open(linkOf(there) ?? '');
}
