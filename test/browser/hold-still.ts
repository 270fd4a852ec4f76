import type { Page } from 'playwright-core';

/** A page that goes nowhere by itself: not on to the provider or the shop, and not to itself again. */
export type StillPage = {
  readonly page: Page;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Does what leads to one other page, and waits for that. */
  go(act: (page: Page) => Promise<unknown>): Promise<void>;
};

const noContent = 204;

/** Pages lead on after seconds; held, they can be looked at for as long as it takes. */
export async function holdStill(page: Page): Promise<StillPage> {
  let stepsAllowed = 0;
  await page.route(
    () => true,
    (route) => {
      if (!route.request().isNavigationRequest()) return route.continue();
      if (stepsAllowed === 0) return route.fulfill({ status: noContent });
      stepsAllowed -= 1;
      return route.continue();
    },
  );
  const step = async (act: () => Promise<unknown>) => {
    stepsAllowed = 1;
    await Promise.all([page.waitForEvent('load'), act()]);
  };
  return {
    page,
    open: (url) => step(() => page.goto(url)),
    reload: () => step(() => page.reload()),
    go: (act) => step(() => act(page)),
  };
}
