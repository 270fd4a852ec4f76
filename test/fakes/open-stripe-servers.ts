import { afterAll, beforeAll, beforeEach } from 'vitest';
import { askStripe, type AskStripe } from './ask-stripe.js';
import { startStripeMock, startStripeWorld, type StripeServer } from './stripe-servers.js';

/** What stands before them; `witness` is where stripe-mock is shown each request. */
type Front = {
  open(worldUrl: string, witness: string | undefined): Promise<void>;
  /** Also if it could not be opened to its end. */
  close(): unknown;
};

/**
 * For the tests of one file: Stripe World, and stripe-mock, if that is there. Where Stripe World is missing, they are skipped.
 * `patience` in milliseconds: the first time, the servers are built.
 */
export function openStripeServers(patience: number, front: Front) {
  let [world, mock]: (StripeServer | { readonly missing: string })[] = [];
  const missing = () => (world && 'missing' in world ? world.missing : undefined);
  /** Asks Stripe World directly. */
  const ask: AskStripe = (path, form) => askStripe(world && 'url' in world ? world.url : '')(path, form);

  beforeAll(async () => {
    [world, mock] = [await startStripeWorld(), await startStripeMock()];
    if ('url' in world) await front.open(world.url, 'url' in mock ? mock.url : undefined);
  }, patience);
  afterAll(async () => {
    await front.close();
    for (const server of [world, mock]) if (server && 'close' in server) await server.close();
  });
  beforeEach(({ skip }) => {
    const reason = missing();
    if (reason !== undefined) skip(reason);
  });

  return {
    ask,
    /** Why there is no Stripe World. */
    missing,
    /** Why no request was shown to stripe-mock; undefined if all were. */
    unwitnessed: () => (mock && 'missing' in mock ? mock.missing : undefined),
  };
}
