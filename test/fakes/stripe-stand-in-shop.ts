import { beforeEach, expect } from 'vitest';
import { certify, type Certified } from '../../apps/cli/src/certify/certify.js';
import { createStripeTrial } from '../../apps/cli/src/certify/stripe-trial.js';
import { openStripeServers } from './open-stripe-servers.js';
import { stripeCredentials } from './stripe-orders.js';
import { startStripeStandIn, type Wrong } from './stripe-stand-in.js';

/** As the real one, without its waits. */
export const trial = createStripeTrial({ pauseMs: 5, slowMs: 20 });
/** The first time, the servers are built. */
export const patience = 600_000;

/** For the tests of one file: the trial at the stand-in. Where Stripe World is missing, they are skipped. */
export function openTrial() {
  let standIn: Awaited<ReturnType<typeof startStripeStandIn>>;
  const { unwitnessed } = openStripeServers(patience, {
    open: async (...urls) => void (standIn = await startStripeStandIn(...urls)),
    close: () => standIn?.close(),
  });
  beforeEach(() => standIn.answerWrong(undefined));

  const account = () => ({
    provider: 'stripe',
    mid: 'certify',
    baseUrl: standIn.url,
    credentials: stripeCredentials,
  });
  return {
    account,
    standIn: () => standIn,
    unwitnessed,
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
