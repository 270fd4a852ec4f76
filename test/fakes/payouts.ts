import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Plan } from '#domain/transaction/plan';
import { isFinal, type FinalStatus } from '#domain/transaction/status';
import type { Money } from '#domain/values/money';
import type { Database } from '#persistence/database';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { recordChange } from '#persistence/transactions/record-change';
import type { Registration } from '#persistence/transactions/register-transaction';

type Asked = {
  readonly merchant: string;
  readonly project?: string;
  readonly money: Money;
  readonly billing?: Money;
  readonly payoutsInFlightMax?: number;
};

/** A payout as it is registered and never sent: its recovery is a day off. */
export function payoutRegistration({ merchant, project = merchant, money, ...it }: Asked): Registration {
  const identifier = uuid();
  return {
    identifier,
    requestId: identifier,
    type: 'payout',
    merchant,
    project,
    reference: identifier,
    method: 'bank_transfer_africa',
    style: 'h2h',
    mode: undefined,
    currency: money.currency,
    amount: money.amount,
    billing: it.billing ?? money,
    payoutsInFlightMax: it.payoutsInFlightMax,
    status: 'pending',
    description: undefined,
    meta: '{}',
    bank: undefined,
    locale: undefined,
    redirectUrl: undefined,
    cancelUrl: undefined,
    errorUrl: undefined,
    callbackUrl: undefined,
    provider: 'sandbox',
    plan,
    decision: { configurationVersion: 1, candidates: [] },
    contentFingerprint: randomBytes(32),
    traceparent: undefined,
    isDue: true,
    held: undefined,
    payment: undefined,
    paymentReference: undefined,
    reason: undefined,
    payableMs: dayMs,
    personalCiphertext: randomBytes(32),
    card: undefined,
    guard: undefined,
    answerOpenMs: 0,
    banks: undefined,
    firstRecoveryMs: dayMs,
  };
}

/** Ends a transaction as a workflow does, on an operator's word, without a callback. */
export async function endTransaction(
  database: Database,
  identifier: string,
  to: FinalStatus,
): Promise<boolean> {
  const transaction = await findByIdentifier(database, identifier);
  if (!transaction || isFinal(transaction.status)) return false;
  const recorded = await recordChange(database, transaction, {
    decision: { decision: `resolved: ${to}`, operator: 'test', reason: 'test', evidence: 'test' },
    move: {
      to,
      source: 'operator',
      error: undefined,
      expiredAtStage: undefined,
      finishedAt: new Date(),
      event: { eventId: `evt_${uuid()}`, body: '{}', callbackUrl: undefined },
    },
  });
  return recorded.kind === 'recorded' || endTransaction(database, identifier, to);
}

const dayMs = 24 * 3_600_000;
const plan: Plan = {
  routes: [],
  timing: {
    providerCallMs: 1,
    lookupCallMs: 1,
    lookupMs: [1],
    notFoundAnswersMin: 1,
    unknownReviewMs: dayMs,
    settleMs: 1,
    submitMaxAgeMs: dayMs,
    windowMs: 1,
    hostedPageMs: 1,
    callbackAttemptMs: 1,
    callbackRetriesMs: [1],
  },
};
