import { v7 as uuid } from 'uuid';
import type { PlannedRefund } from '#domain/transaction/plan';
import type { ReportedReversal, ReversalKind } from '#domain/refunds/reversal';
import type { FinalStatus } from '#domain/transaction/status';
import type { Money } from '#domain/values/money';
import type { Database } from '#persistence/database';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { endTransaction, payoutRegistration } from './payouts.js';

/** A transaction at the sandbox, which has it under `<identifier>-1`. */
export type Paid = {
  readonly identifier: string;
  readonly merchant: string;
  readonly money: Money;
  readonly mid: string;
};

type Wanted = {
  readonly merchant: string;
  readonly money: Money;
  readonly billing?: Money;
  readonly mid?: string;
};

/** Registers a payment or payout that has been sent once, and ends it unless it stays `open`. */
export async function registerEnded(
  database: Database,
  type: 'payment' | 'payout',
  wanted: Wanted,
  status: FinalStatus | 'open' = 'success',
): Promise<Paid> {
  const registration = { ...payoutRegistration(wanted), type };
  return register(database, registration, {
    status: status === 'open' ? undefined : status,
    mid: wanted.mid,
  });
}

/** Registers a refund of a payment; `status` undefined: it stays open. */
export async function registerRefund(
  database: Database,
  payment: Paid,
  amount: string,
  { from = 'collected', status, providerId }: RefundWanted = {},
): Promise<Paid> {
  const { merchant, money, mid } = payment;
  const refund: PlannedRefund = { from, max: 20, billingDecimals: 2 };
  const registration = payoutRegistration({ merchant, money: { ...money, amount } });
  return register(
    database,
    {
      ...registration,
      type: 'refund',
      plan: { ...registration.plan, refund },
      billing: undefined,
      payment: payment.identifier,
      paymentReference: payment.identifier,
      personalCiphertext: undefined,
    },
    { status, mid, providerId },
  );
}

type RefundWanted = {
  readonly from?: PlannedRefund['from'];
  readonly status?: FinalStatus;
  readonly providerId?: string;
};

async function register(
  database: Database,
  registration: Registration,
  {
    status,
    mid = 'main',
    providerId,
  }: { readonly status?: FinalStatus; readonly mid?: string; readonly providerId?: string },
): Promise<Paid> {
  const { identifier, merchant, currency, amount } = registration;
  await registerTransaction(database, registration);
  await database.query(
    `insert into attempts (identifier, n, provider, mid, provider_reference, state, provider_id)
     values ($1, 1, 'sandbox', $4, $2, 'unknown', $3)`,
    [identifier, `${identifier}-1`, providerId ?? null, mid],
  );
  if (status) await endTransaction(database, identifier, status);
  return { identifier, merchant, money: { amount, currency }, mid };
}

/** What the sandbox tells of it: all of its money, under a new key. */
export function toldOf(
  { identifier, money }: Paid,
  kind: ReversalKind,
  fields: Partial<ReportedReversal> = {},
): ReportedReversal {
  return { kind, providerReference: `${identifier}-1`, key: uuid(), ...money, ...fields };
}
