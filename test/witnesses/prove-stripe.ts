import { expect } from 'vitest';
import type { StripeGateway } from '../stack/stripe-gateway.js';
import { chargesAtStripe } from './stripe-charges.js';

/**
 * Every payment that Stripe was paid is a success here, and every success here was paid there once and in full; `except`: payments
 * that were paid after they had ended here, which is no wish of ours. Each request was one that Stripe's description allows.
 */
export async function proveStripe(
  { ask, books, proxy, unwitnessed }: StripeGateway,
  except: readonly string[] = [],
): Promise<void> {
  const paid = (await chargesAtStripe(ask)).filter(
    ({ status, identifier }) => status === 'success' && !except.includes(identifier),
  );
  const held = await books().rows(
    `select identifier, amount::text from transactions
     where type = 'payment' and status = 'success' and provider = 'stripe'`,
  );
  const there = paid.map(({ identifier, amount }) => `${identifier} ${amount}`);
  const here = held.map(({ identifier, amount }) => `${String(identifier)} ${Number(amount)}`);
  expect(there.toSorted()).toEqual(here.toSorted());
  expect(paid.length).toBeGreaterThan(0);
  if (unwitnessed() === undefined) expect(proxy().refused).toEqual([]);
}
