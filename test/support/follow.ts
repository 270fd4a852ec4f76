import type { Customer, Page } from '../../tools/demo/customer.js';
import { readLinks } from '../../tools/demo/read-form.js';

/** Waits for a page that links to a place that begins so, and goes there. */
export async function follow(customer: Customer, page: Page, target: string): Promise<Page> {
  const linkOf = ({ html }: Page) => readLinks(html).find((link) => link.startsWith(target));
  const there = await customer.reloadUntil(page, (current) => linkOf(current) !== undefined);
  return customer.open(linkOf(there) ?? '');
}
