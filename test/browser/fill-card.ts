import type { Page } from 'playwright-core';
import { exampleCard } from '#domain/methods/examples';

/** Fills in the card form, as a customer who copies the card: the number in groups. */
export async function fillCard(page: Page, pan: string = exampleCard.pan): Promise<void> {
  const grouped = pan.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  for (const [name, text] of Object.entries({ ...exampleCard, pan: grouped })) {
    await page.locator(`[name="${name}"]`).fill(text);
  }
}
