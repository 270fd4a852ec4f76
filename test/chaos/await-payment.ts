import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosMerchant } from './chaos-merchant.js';
import type { Subject } from './plan-traffic.js';
import { look, type Traffic } from './traffic.js';

const lookEveryMs = 1_000;
/** Longer than most payments take in bad weather; a refund is asked for afterwards whatever has become of its payment. */
const patienceMs = 60_000;

/** Waits until a payment has ended, or for a while; returns whether the merchant has seen it succeed. */
export type AwaitPayment = (payment: Subject) => Promise<boolean>;

/** All refunds of one payment go on at the same moment. */
export function createPaymentWatch(merchant: ChaosMerchant, traffic: Traffic): AwaitPayment {
  const watched = new Map<string, Promise<boolean>>();
  return (payment) => {
    const known = watched.get(payment.reference) ?? isPaidInTime(merchant, payment, traffic);
    watched.set(payment.reference, known);
    return known;
  };
}

async function isPaidInTime(merchant: ChaosMerchant, payment: Subject, traffic: Traffic): Promise<boolean> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const status = await look(merchant, payment, traffic);
    if (status !== undefined) return status === 'success';
    if (Date.now() >= end) return false;
    await sleep(lookEveryMs);
  }
}
