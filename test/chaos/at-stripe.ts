import { askStripe } from '../fakes/ask-stripe.js';
import { createRandom } from '../fakes/seeded-random.js';
import { startStripeWorld } from '../fakes/stripe-servers.js';
import type { Journal } from './read-journal.js';
import { startStripeEvents, type StripeEvents } from './stripe-events.js';
import { readStripeJournal } from './stripe-journal.js';
import { openWays } from './stripe-ways.js';

/** Stripe World as the provider of a run, beside the sandbox. */
export type AtStripe = {
  /** Where both are reached. */
  readonly port: number;
  /** From now on the gateway hears of what happens. */
  tell(targets: readonly string[]): void;
  /** Tells once more, in good weather, what happened to money after a success. */
  tellAgain(): void;
  /** Number of events that the gateway has not heard of yet. */
  countUntold(): Promise<number>;
  readJournal(): Promise<Journal>;
  stop(): Promise<void>;
};

/** Throws, with a sentence for a person, where Stripe World cannot be had. */
export async function startAtStripe(seed: number, sandboxPort: number): Promise<AtStripe> {
  const server = await startStripeWorld();
  if ('missing' in server) throw new Error(server.missing);
  const ways = await openWays(server.url, sandboxPort);
  const ask = askStripe(server.url);
  let events: StripeEvents | undefined;
  return {
    port: ways.port,
    tell(targets) {
      events = startStripeEvents(ask, targets, createRandom(seed, 'stripe events'));
    },
    tellAgain: () => events?.tellAgain(),
    countUntold: async () => (await events?.countLeft()) ?? 0,
    readJournal: () => readStripeJournal(ask, (id, type) => events?.isTold(id, type) ?? false),
    async stop() {
      await events?.stop();
      ways.close();
      await server.close();
    },
  };
}
