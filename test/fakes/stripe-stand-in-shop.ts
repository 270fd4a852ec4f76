import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { certify, type Certified } from '../../apps/cli/src/certify/certify.js';
import { createStripeTrial } from '../../apps/cli/src/certify/stripe-trial.js';
import { stripeCredentials } from './stripe-orders.js';
import { startStripeMock, startStripeWorld, type StripeServer } from './stripe-servers.js';
import { startStripeStandIn, type Wrong } from './stripe-stand-in.js';

/** As the real one, without its waits. */
export const trial = createStripeTrial({ pauseMs: 5, slowMs: 20 });
/** The first time, the servers are built. */
export const patience = 600_000;

/** For the tests of one file: the trial at the stand-in. Where Stripe World is missing, they are skipped. */
export function openTrial() {
  let [world, mock]: (StripeServer | { readonly missing: string })[] = [];
  let standIn: Awaited<ReturnType<typeof startStripeStandIn>>;
  beforeAll(async () => {
    [world, mock] = [await startStripeWorld(), await startStripeMock()];
    if ('url' in world) standIn = await startStripeStandIn(world.url, 'url' in mock ? mock.url : undefined);
  }, patience);
  afterAll(async () => {
    standIn?.close();
    for (const server of [world, mock]) if (server && 'close' in server) await server.close();
  });
  beforeEach(({ skip }) => {
    if (world && 'missing' in world) return skip(world.missing);
    return standIn.answerWrong(undefined);
  });

  const account = () => ({
    provider: 'stripe',
    mid: 'certify',
    baseUrl: standIn.url,
    credentials: stripeCredentials,
  });
  return {
    account,
    standIn: () => standIn,
    /** Why no request was shown to stripe-mock; undefined if all were. */
    unwitnessed: () => (mock && 'missing' in mock ? mock.missing : undefined),
    /** Proves only the points whose names begin like these, at a Stripe that answers wrong. */
    prove: async (beginnings: readonly string[], wrong: Wrong): Promise<readonly Certified[]> => {
      standIn.answerWrong(wrong);
      const assumptionsOf: typeof trial.assumptionsOf = (given) =>
        trial.assumptionsOf(given).filter(({ name }) => beginnings.some((text) => name.startsWith(text)));
      const { assumptions } = await certify(account(), { ...trial, assumptionsOf });
      expect(assumptions).toHaveLength(beginnings.length);
      return assumptions;
    },
  };
}
