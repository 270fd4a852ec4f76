import { randomBytes, randomUUID } from 'node:crypto';
import type { Plan } from '#domain/plan';
import type { FinalStatus, Money } from '#domain/transaction';
import type { Database } from '#persistence/database';
import { recordProgress } from '#persistence/transactions/record-progress';
import type { Registration } from '#persistence/transactions/register-transaction';

type Asked = {
  readonly merchant: string;
  readonly project?: string;
  readonly money: Money;
  readonly billing?: Money;
  readonly payoutsInFlightMax?: number;
};

/** A payout as it is registered, that nobody sends: its sweep is a day off. */
export function payoutRegistration({ merchant, project = merchant, money, ...it }: Asked): Registration {
  const identifier = randomUUID();
  const tomorrow = new Date(Date.now() + dayMs);
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
    locale: undefined,
    redirectUrl: undefined,
    cancelUrl: undefined,
    errorUrl: undefined,
    callbackUrl: undefined,
    provider: 'sandbox',
    plan,
    decision: { configurationVersion: 1, candidates: [] },
    contentFingerprint: randomBytes(32),
    submitDueAt: tomorrow,
    payableUntil: tomorrow,
    createdAt: new Date(),
    personalBox: randomBytes(32),
    card: undefined,
    guard: undefined,
    answerOpenUntil: new Date(),
    banks: undefined,
    firstSweepAt: tomorrow,
  };
}

/** Ends a transaction as a flow does, on an operator's word, and tells nobody. */
export async function endTransaction(
  database: Database,
  identifier: string,
  to: FinalStatus,
): Promise<boolean> {
  const { moved } = await recordProgress(database, {
    identifier,
    decision: { decision: `resolved: ${to}`, operator: 'test', reason: 'test', evidence: 'test' },
    move: {
      from: ['new', 'created', 'pending'],
      to,
      source: 'operator',
      error: undefined,
      expiredAtStage: undefined,
      finishedAt: new Date(),
      event: { eventId: `evt_${randomUUID()}`, body: '{}', callbackUrl: undefined },
    },
  });
  return moved;
}

const dayMs = 24 * 3_600_000;
const plan: Plan = {
  routes: [],
  timing: {
    providerCallMs: 1,
    lookupCallMs: 1,
    lookupMs: [1],
    notFoundAnswersMin: 1,
    unknownReviewMs: 1,
    settleMs: 1,
    submitMaxAgeMs: 1,
    windowMs: 1,
    hostedPageMs: 1,
    callbackAttemptMs: 1,
    callbackRetriesMs: [1],
  },
};
