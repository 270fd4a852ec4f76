import type { PaymentOrder } from '#gateway/connectors/connector';
import { bodyOf } from '#gateway/connectors/stripe/call-stripe';
import { ways } from '#gateway/connectors/stripe/ways';
import { isObject, text } from '#gateway/connectors/json-body';
import { NotTried, Stopped, type Bench, type Handle } from './stripe-trial-bench.js';

/** What an account needs for each of our methods, by Stripe's names. */
const capabilities: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ways).map(([method, { type, needsCustomer }]) => [
    method,
    needsCustomer ? 'mx_bank_transfer_payments' : `${type}_payments`,
  ]),
);

/** The account's word for each method of ours; undefined if it does not say. */
export async function readCapabilities(bench: Bench): Promise<Readonly<Record<string, string>> | undefined> {
  const body = bodyOf(await bench.get('/v1/account'));
  if (!isObject(body) || !isObject(body.capabilities)) return undefined;
  const told = body.capabilities;
  return Object.fromEntries(
    Object.entries(capabilities).map(([method, name]) => [method, text(told[name]) ?? 'absent']),
  );
}

/**
 * Prepares a payment by a method that not every account has: a refusal refutes something only where the account says that it has
 * the method.
 */
export async function prepareOfAccount(bench: Bench, order: PaymentOrder): Promise<Handle> {
  try {
    return await bench.prepare(order, {
      ...bench.account,
      credentials: { ...bench.account.credentials, raw_cards: 'no' },
    });
  } catch (error) {
    const word = (await readCapabilities(bench))?.[order.method];
    if (error instanceof Stopped && word !== undefined && word !== 'active')
      throw new NotTried(`the account does not have ${order.method}: ${word}; ${error.message}`);
    throw error;
  }
}
