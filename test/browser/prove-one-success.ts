import { expect } from 'vitest';
import { journalOf } from '../witnesses/journal.js';
import { createMerchant } from '../fakes/merchant.js';
import type { Registered, SiteUrls } from './register-payment.js';

/** The payment is a success, and the provider charged for it once, whatever the customer did. Returns its record. */
export async function proveOneSuccess(
  urls: SiteUrls,
  { reference, identifier }: Registered,
): Promise<Readonly<Record<string, unknown>>> {
  const record = await createMerchant(urls.api).untilFinal(reference);
  expect(record['status']).toBe('success');
  const charges = await journalOf(urls.sandbox, identifier);
  expect(charges.map(({ kind, status }) => [kind, status])).toEqual([['charge', 'success']]);
  return record;
}
