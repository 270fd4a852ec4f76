import type { Locator } from 'playwright-core';
import { patient } from '../stack/patience.js';

/** A page that leads on does so within this time. */
const leadsOnMs = patient(10_000);

/** Follows a link of a page that leads on by itself, unless the page is faster. */
export async function hurryBy(link: Locator): Promise<void> {
  await link.click({ timeout: leadsOnMs }).catch(() => undefined);
}
