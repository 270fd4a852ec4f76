import type { Page, Request } from 'playwright-core';
import { insist } from './insist.js';

/** A page that goes nowhere by itself: not on to the provider or the shop, and not to itself again. */
export type StillPage = {
  readonly page: Page;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Does what leads to one other page, and waits for that. Not on a page that leads on by itself just then. */
  go(act: (page: Page) => Promise<unknown>): Promise<void>;
  /** The same by a form that is posted: whatever the page would do by itself just then is held all the same. */
  post(act: (page: Page) => Promise<unknown>): Promise<void>;
};

/** What a held page gets instead of the next one: a browser stays where it is when there is no content. */
export const heldAnswer = { status: 204, headers: { 'x-held': 'by the test' } } as const;

/** Pages lead on after seconds; held, they can be looked at for as long as it takes. */
export async function holdStill(page: Page): Promise<StillPage> {
  const nowhere = () => false;
  let mayGo: (request: Request) => boolean = nowhere;
  await page.route(
    () => true,
    (route) => {
      const request = route.request();
      const isFree = !request.isNavigationRequest() || mayGo(request);
      return isFree ? route.continue() : route.fulfill(heldAnswer);
    },
  );
  const step = async (act: () => Promise<unknown>, isWanted: typeof mayGo) => {
    mayGo = isWanted;
    await Promise.all([page.waitForEvent('load'), act()]);
    mayGo = nowhere;
  };
  return {
    page,
    open: (url) =>
      step(
        () => insist(() => page.goto(url)),
        (next) => next.url() === url,
      ),
    reload: () => {
      const here = page.url();
      return step(
        () => insist(() => page.reload()),
        (next) => next.url() === here,
      );
    },
    go: (act) => {
      let left = 1;
      return step(
        () => act(page),
        () => left-- > 0,
      );
    },
    post: (act) =>
      step(
        () => act(page),
        (next) => next.method() === 'POST',
      ),
  };
}
