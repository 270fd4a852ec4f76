import * as fc from 'fast-check';
import type { Fence } from '../look-ups.js';
import type { LookupResult, ProviderReport, Submitted } from '../report.js';

/** What may happen. `of` picks an attempt, from the latest back; times are milliseconds. */
export type Input =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'prepare' | 'sendPrepared' | 'notPrepared' }
  | { readonly kind: 'ready' | 'begin' | 'noRoom' | 'expiry' | 'cancel' | 'merchantCancel' | 'noRoute' }
  | { readonly kind: 'answer'; readonly of: number; readonly result: Submitted }
  | {
      readonly kind: 'callback';
      readonly of: number;
      readonly provider: string;
      readonly report: ProviderReport;
    }
  | {
      readonly kind: 'lookUp';
      readonly counts: boolean;
      readonly answer: LookupResult;
      readonly fence: Fence;
    }
  | { readonly kind: 'resolution'; readonly status: 'success' | 'declined' };

const outcomes = ['success', 'declined', 'error', 'expired', 'cancelled', 'open'] as const;
const money = fc.constantFrom(
  {},
  { amount: '10.10', currency: 'EUR' },
  { amount: '10.1' },
  { amount: '10.11', currency: 'EUR' },
  { amount: '10.10', currency: 'USD' },
);
/** The reference is set where it is known which attempt it is about. */
const reportOf = (...among: readonly ProviderReport['outcome'][]): fc.Arbitrary<ProviderReport> =>
  fc
    .tuple(fc.constantFrom(...among), money, fc.constantFrom({}, { mayTryAgain: true } as const))
    .map(([outcome, paid, again]) => ({
      providerReference: '',
      outcome,
      ...paid,
      ...(outcome === 'declined' && again),
    }));

export const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;
const unknown = fc.constantFrom(
  ...(['timeout', 'communication', 'unreadable'] as const).map((cause) => ({ cause, detail: 'x' })),
);
const submitted: fc.Arbitrary<Submitted> = fc.oneof(
  fc.constantFrom<Submitted>({ kind: 'accepted' }, { kind: 'accepted', challenge, providerId: 'charge' }),
  reportOf('success', 'error', 'expired', 'cancelled').map((report) => ({
    kind: 'final' as const,
    report,
  })),
  fc
    .tuple(fc.boolean(), reportOf('declined'))
    .map(([soft, report]) => ({ kind: 'declined' as const, soft, report })),
  fc.constantFrom<Submitted>(
    { kind: 'notSent', detail: 'x' },
    { kind: 'notSent', detail: 'x', error: 'cardGone' },
    { kind: 'blocked', error: 'cardGone' },
  ),
  unknown.map((said) => ({ kind: 'unknown' as const, ...said })),
);
const lookedUp: fc.Arbitrary<LookupResult> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<LookupResult>({ kind: 'notFound' }) },
  unknown.map((said) => ({ kind: 'noAnswer' as const, ...said })),
  reportOf(...outcomes).map((report) => ({ kind: 'found' as const, report })),
  reportOf('open').map((report) => ({ kind: 'found' as const, report, challenge })),
);
const attemptBack = fc.nat({ max: 2 });
export const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Input>({ kind: 'begin' }) },
  fc
    .constantFrom('ready', 'noRoom', 'expiry', 'cancel', 'merchantCancel', 'noRoute')
    .map((kind) => ({ kind })),
  {
    weight: 2,
    arbitrary: fc.constantFrom('prepare', 'sendPrepared', 'notPrepared').map((kind) => ({ kind })),
  },
  fc.constantFrom(500, 10_000, 40_000, 700_000).map((ms) => ({ kind: 'wait' as const, ms })),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), of: attemptBack, result: submitted }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('callback' as const),
      of: attemptBack,
      provider: fc.constantFrom('bank', 'bank', 'bank', 'another bank'),
      report: reportOf(...outcomes),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lookUp' as const),
      counts: fc.constantFrom(true, true, false),
      answer: lookedUp,
      fence: fc.oneof(fc.constantFrom<Fence>('impossible', 'notAsked'), lookedUp),
    }),
  },
  fc
    .constantFrom('success' as const, 'declined' as const)
    .map((status) => ({ kind: 'resolution' as const, status })),
);

/** Asked again and again by the plan's ladder. */
export const notFoundInTurn = fc
  .tuple(
    fc.constantFrom(500, 10_000, 40_000),
    fc.constantFrom<Fence>('impossible', 'notAsked', { kind: 'notFound' }),
  )
  .map(([ms, fence]): Input[] => [
    { kind: 'wait', ms },
    ...Array.from(
      { length: 3 },
      () => ({ kind: 'lookUp', counts: true, answer: { kind: 'notFound' }, fence }) as const,
    ),
  ]);

/** A card that the customer may follow by another one, and what may happen then. */
export const declinedForNow = fc
  .array(input, { maxLength: 2 })
  .map((afterwards): Input[] => [
    { kind: 'begin' },
    { kind: 'answer', of: 0, result: { kind: 'declined', soft: false, report: declined } },
    ...afterwards,
    { kind: 'callback', of: 0, provider: 'bank', report: { ...declined, outcome: 'success' } },
  ]);

const declined = { providerReference: '', outcome: 'declined', mayTryAgain: true } as const;
