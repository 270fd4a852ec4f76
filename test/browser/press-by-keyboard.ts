import type { Page } from 'playwright-core';
import { enteredExample } from './fill-card.js';

/** What has the focus, and whether that can be seen. */
type Focused = { readonly isWanted: boolean; readonly name: string | null; readonly isSeen: boolean };
const stepsMax = 40;

/**
 * Goes with the Tab key to what is wanted and presses Enter, filling in the fields of a card on the way. Throws when it
 * cannot be reached, or when nothing shows where the focus is.
 */
export async function pressByKeyboard(page: Page, wanted: string): Promise<void> {
  await page.locator(wanted).waitFor();
  const look = `(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return {
      isWanted: element.matches(${JSON.stringify(wanted)}),
      name: element.getAttribute('name'),
      isSeen: element === document.body || outlineStyle !== 'none' || boxShadow !== 'none',
    };
  })()`;
  for (let step = 0; step < stepsMax; step += 1) {
    const { isWanted, name, isSeen } = await page.evaluate<Focused>(look);
    if (!isSeen) throw new Error(`nothing shows that ${name ?? wanted} has the focus`);
    if (isWanted) return page.keyboard.press('Enter');
    if (name !== null && Object.hasOwn(enteredExample, name)) {
      await page.keyboard.type(enteredExample[name as keyof typeof enteredExample]);
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${wanted}`);
}
