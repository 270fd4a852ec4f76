import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Books } from './books.js';
import type { Merchant } from '../fakes/merchant.js';
import type { Witness } from './witness.js';

export type Ended = {
  /** By default a payment. */
  readonly type?: 'payment' | 'payout' | 'refund';
  readonly status: 'success' | 'declined' | 'error' | 'expired';
  readonly code?: number;
  readonly reason?: string;
  readonly description?: string;
};

export type Observers = { readonly merchant: Merchant; readonly witness: Witness; readonly books: Books };

/**
 * Waits for the end of a transaction whose callbacks go to the sandbox's merchant, and proves what must hold of every
 * ended one: one event, callbacks that are valid and the same bytes, and one charge or credit if and only if it is a
 * success.
 * Returns the final record.
 */
export async function proveEnd(
  { merchant, witness, books }: Observers,
  reference: string,
  { type = 'payment', status, code = status === 'success' ? 0 : 200, reason, description }: Ended,
): Promise<Readonly<Record<string, unknown>>> {
  const record = await merchant.untilFinal(reference, type);
  const identifier = String(record['identifier']);
  expect(record).toMatchObject({
    type,
    reference,
    status,
    error_code: code,
    ...(reason === undefined ? {} : { error_reason: reason }),
    ...(description === undefined ? {} : { error_description: description }),
  });
  expect(record['finished_date']).toMatch(/^\d{4}-.*Z$/);
  expect(record).not.toHaveProperty('challenge');
  expect(record['history']).toHaveProperty('length');
  expect((record['history'] as readonly unknown[]).at(-1)).toMatchObject({ status });
  await proveOneCharge(witness, identifier, status === 'success');
  await proveOneEvent({ witness, books }, reference, record);
  return record;
}

/** The provider's journal: never two successful charges of one payment; success if and only if there is one. */
export async function proveOneCharge(witness: Witness, identifier: string, isPaid: boolean): Promise<void> {
  const charges = await witness.charges(identifier);
  const paid = charges.filter(({ status }) => status === 'success');
  expect(paid).toHaveLength(isPaid ? 1 : 0);
}

async function proveOneEvent(
  { witness, books }: Pick<Observers, 'witness' | 'books'>,
  reference: string,
  record: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [first, ...others] = await witness.untilCallbacks(reference);
  const events = await books.rows('select * from events where identifier = $1', record['identifier']);
  expect(events).toHaveLength(1);
  const digest = `SHA-256=${createHash('sha256').update(String(events[0]?.['body'])).digest('base64')}`;
  for (const callback of [first, ...others]) {
    expect(callback).toMatchObject({
      valid: true,
      headers: { digest, 'webhook-id': events[0]?.['event_id'] },
      body: {
        event_id: events[0]?.['event_id'],
        type: record['type'],
        reference,
        identifier: record['identifier'],
        status: record['status'],
        error_code: record['error_code'],
        amount: record['amount'],
      },
    });
  }
}
