import { expect } from 'vitest';
import { proveEnd, type Ended } from './prove-end.js';
import type { TwoGateways } from '../stack/two-gateways.js';

/**
 * Waits for the end of a transaction at the front gateway, and proves that it is the expected one, once, and the same as
 * upstream. Returns both records.
 */
export async function proveBoth(gateways: TwoGateways, reference: string, ended: Ended) {
  const { type = 'payment' } = ended;
  const record = await proveEnd(gateways, reference, ended);
  const attempts = await gateways.attemptsOf(record['identifier']);
  const there = await gateways.recordAt(type, record['identifier'], attempts.length);
  expect(there).toMatchObject({ type, status: ended.status, amount: record['amount'] });
  expect(record).toMatchObject({ provider: 'upstream' });
  return { record, there };
}

/** The same where the end is not known before. What the upstream gateway never registered is an error in the end. */
export async function proveAlike(gateways: TwoGateways, reference: string, type: 'payment' | 'payout') {
  const { status, identifier } = await gateways.merchant.untilFinal(reference, type);
  const there = await gateways.recordAt(type, identifier);
  expect(status).toBe(there?.['status'] ?? 'error');
  await proveEnd(gateways, reference, { type, status: status as Ended['status'] });
}
