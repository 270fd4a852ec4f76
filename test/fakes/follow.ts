import { readLinks, type Customer, type Page } from '../../tools/demo/customer.js';

/** Waits for a page that links to a place that begins so, and goes there. */
export async function follow(customer: Customer, page: Page, target: string): Promise<Page> {
  const linkOf = ({ html }: Page) => readLinks(html).find((link) => link.startsWith(target));
  const there = await customer.reloadUntil(page, (current) => linkOf(current) !== undefined);
  return customer.open(linkOf(there) ?? '');
}
