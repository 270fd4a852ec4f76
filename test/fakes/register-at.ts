import type { FinalStatus } from '#domain/transaction/status';
import type { Database } from '#persistence/database';
import { naira, openMerchant } from '../witnesses/ledger.js';
import { registerEnded, type Paid } from './reversals.js';

type Wanted = {
  readonly type?: 'payment' | 'payout';
  readonly amount?: string;
  readonly status?: FinalStatus | 'open';
};

/** Registers a transaction at a MID for a new merchant, and ends it. */
export async function registerAt(
  database: Database,
  mid: string,
  { type = 'payment', amount = '100', status }: Wanted = {},
): Promise<Paid> {
  const merchant = await openMerchant(database, '1000');
  return registerEnded(database, type, { merchant, money: naira(amount), mid }, status);
}
