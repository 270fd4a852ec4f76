import { request } from 'undici';
import { openBooks, type Books } from '../witnesses/books.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import type { Observers } from '../witnesses/prove-end.js';
import { startTestStack, type TestStack, type TestStackOptions } from './start-test-stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** A system of a test's own, which may break any part of it, and those who watch it from outside. */
export type BreakableSystem = {
  readonly stack: TestStack['stack'];
  /** What its processes keep. */
  readonly directory: string;
  readonly merchant: Merchant;
  readonly books: Books;
  readonly observers: Observers;
  /** Until the api says that it can reach everything, or that it cannot. */
  untilReady(isReady?: boolean): Promise<unknown>;
  stop(): Promise<void>;
};

/** Some of the api's looks at Temporal: a server that has just come back may answer one and be too late for the next. */
const steadyMs = 3_500;

export async function startBreakableSystem(options: TestStackOptions = {}): Promise<BreakableSystem> {
  const running = await startTestStack(options);
  const { stack } = running;
  const merchant = createMerchant(stack.urls.api, undefined, { repeats: 0 });
  const books = openBooks(stack.postgres.url);
  const ask = async () => {
    const { statusCode, body } = await request(`${stack.urls.api}/health/ready`);
    await body.dump();
    return statusCode;
  };
  return {
    stack,
    directory: running.directory,
    merchant,
    books,
    observers: { merchant, witness: createWitness(stack.urls.sandbox), books },
    untilReady(isReady = true) {
      if (!isReady) return until(ask, (status) => status !== 200);
      let since: number | undefined;
      const look = async () => {
        since = (await ask()) === 200 ? (since ?? performance.now()) : undefined;
        return since !== undefined && performance.now() - since > steadyMs;
      };
      return until(look, (isSteady) => isSteady);
    },
    async stop() {
      await books.close();
      await running.stop();
    },
  };
}
