import type { Page } from 'playwright-core';
import { exampleCard } from '#domain/methods/examples';

const { pan: examplePan, exp_month: month, exp_year: year, cvv, holder_name } = exampleCard;

/** The example card by the inputs of the form. */
export const enteredExample = {
  pan: examplePan,
  expiry: `${month}/${year.slice(-2)}`,
  cvv,
  holder_name,
} as const;

/** Fills in the card form, as a customer who copies the card: the number in groups. */
export async function fillCard(page: Page, pan: string = examplePan): Promise<void> {
  const grouped = pan.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  for (const [name, text] of Object.entries({ ...enteredExample, pan: grouped })) {
    await page.locator(`[name="${name}"]`).fill(text);
  }
}
