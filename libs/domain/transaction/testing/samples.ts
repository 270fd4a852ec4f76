import type { Attempt, AttemptState, Transaction } from '../transaction.js';

/** A registered and due payment of 10.10 EUR with two routes, for tests of what is decided about it. */
export function sampleTransaction(fields: Partial<Transaction> = {}): Transaction {
  const createdAt = new Date('2026-01-01T00:00:00Z');
  return {
    identifier: 'id',
    requestId: 'request',
    type: 'payment',
    merchant: 'merchant',
    project: 'project',
    reference: 'reference',
    method: 'ideal',
    style: 'h2h',
    mode: undefined,
    currency: 'EUR',
    amount: '10.10',
    billing: { amount: '10.10', currency: 'EUR' },
    status: 'pending',
    statusSource: 'api',
    errorCode: 0,
    errorReason: '',
    errorDescription: undefined,
    expiredAtStage: undefined,
    description: undefined,
    meta: '{}',
    card: undefined,
    bank: undefined,
    locale: undefined,
    redirectUrl: undefined,
    cancelUrl: undefined,
    errorUrl: undefined,
    callbackUrl: 'https://merchant.example/callbacks',
    challenge: undefined,
    provider: undefined,
    plan: {
      routes: [1, 2].map((n) => ({ route: `route-${n}`, mid: 'main', provider: 'bank' })),
      timing: {
        providerCallMs: 10_000,
        lookupCallMs: 5_000,
        lookupMs: [5_000, 10_000, 60_000],
        notFoundAnswersMin: 3,
        unknownReviewMs: 3_600_000,
        settleMs: 20_000,
        submitMaxAgeMs: 60_000,
        windowMs: 600_000,
        hostedPageMs: 600_000,
        lateLookupsMs: [600_000],
        callbackAttemptMs: 5_000,
        callbackRetriesMs: [1_000],
      },
    },
    submitDueAt: createdAt,
    openedAt: undefined,
    payableUntil: new Date(createdAt.getTime() + 600_000),
    createdAt,
    finishedAt: undefined,
    faultyForms: 0,
    tries: 0,
    traceparent: undefined,
    payment: undefined,
    paymentReference: undefined,
    reason: undefined,
    revision: 0,
    ...fields,
  };
}

export function sampleAttempt(n: number, state: AttemptState, cause?: string): Attempt {
  return { n, provider: 'bank', mid: 'main', providerReference: `id-${n}`, state, cause };
}
