import { randomUUID } from 'node:crypto';

import { createDatabase, type Database } from '#persistence/database';
import { postOpeningBalances } from '#persistence/ledger/top-up';
import { sharedStack } from '../stack/stack.js';

const parallel = 30;

/** Many connections, for those who come at the same time. */
export function ledgerDatabase(): Database {
  const { databaseUrl } = sharedStack;
  return createDatabase({ url: databaseUrl, applicationName: 'ledger test', poolSize: parallel });
}

export const naira = (amount: string) => ({ amount, currency: 'NGN' });

/** A merchant of its own, with so much to pay out. */
export async function openMerchant(database: Database, amount: string, currency = 'NGN'): Promise<string> {
  const merchant = `ledger-${randomUUID()}`;
  await openBalances(database, merchant, { [currency]: amount });
  return merchant;
}

export function openBalances(
  database: Database,
  merchant: string,
  openingBalances: Readonly<Record<string, string>>,
): Promise<void> {
  return postOpeningBalances(database, {
    merchants: { [merchant]: { name: merchant, enabled: true, openingBalances } },
  });
}
