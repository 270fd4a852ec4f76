import type { PlannedLimit } from '#domain/limits/counted-limits';
import type { Money } from '#domain/values/money';
import type { TransactionType } from '#domain/transaction/status';
import type { Registration } from '#persistence/transactions/register-transaction';
import { payoutRegistration } from './payouts.js';

/** A transaction that counts in these limits, on its way to these MIDs, and is never sent. */
export function limitedRegistration({
  owner,
  limits,
  money = euro('10'),
  type = 'payment',
  mids = ['main'],
  createdAt,
}: {
  /** Merchant and project. */
  readonly owner: string;
  readonly limits: readonly PlannedLimit[];
  readonly money?: Money;
  readonly type?: TransactionType;
  readonly mids?: readonly string[];
  readonly createdAt?: Date;
}): Registration {
  const registration = payoutRegistration({ merchant: owner, money });
  const routes = mids.map((mid) => ({ route: mid, mid, provider: 'sandbox' }));
  return {
    ...registration,
    type,
    ...(createdAt && { createdAt }),
    plan: { ...registration.plan, routes, limits },
  };
}

export const euro = (amount: string): Money => ({ amount, currency: 'EUR' });
