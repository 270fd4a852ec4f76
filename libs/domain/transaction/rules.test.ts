import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, type Change, type Moment } from './change.js';
import { afterLookUp, afterReport, afterSubmit } from './decide.js';
import { afterCancel, afterExpiry, afterNoRoute, afterResolution } from './decide-end.js';
import { sendWithinMs } from './plan.js';
import { endingOf, type LookupResult, type ProviderReport, type Submitted } from './report.js';
import { isFinal, mayMove, type TransactionType } from './status.js';
import { sampleTransaction } from './testing/samples.js';
import type { Attempt, Known } from './transaction.js';

/*
 * The rules of money over whatever may happen, in whatever order. Method: play random inputs on a transaction in memory;
 * what the database decides (whether an attempt may begin, whether a provider has settled, what was answered in a row)
 * follows the same terms here; every change is held against the rules before it is applied.
 */

/** What may happen. `of` picks an attempt, from the latest back; times are milliseconds. */
type Input =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'ready' | 'begin' | 'noRoom' | 'expiry' | 'cancel' | 'noRoute' }
  | { readonly kind: 'answer'; readonly of: number; readonly result: Submitted }
  | {
      readonly kind: 'callback';
      readonly of: number;
      readonly provider: string;
      readonly report: ProviderReport;
    }
  | { readonly kind: 'lookUp'; readonly counts: boolean; readonly answer: LookupResult }
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
    .tuple(fc.constantFrom(...among), money)
    .map(([outcome, paid]) => ({ providerReference: '', outcome, ...paid }));

const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;
const unknown = fc.constantFrom(
  ...(['timeout', 'communication', 'unreadable'] as const).map((cause) => ({ cause, detail: 'x' })),
);
const submitted: fc.Arbitrary<Submitted> = fc.oneof(
  fc.constantFrom<Submitted>({ kind: 'accepted' }, { kind: 'accepted', challenge, providerId: 'charge' }),
  reportOf('success', 'error', 'expired', 'cancelled').map((evidence) => ({
    kind: 'final' as const,
    evidence,
  })),
  fc
    .tuple(fc.boolean(), reportOf('declined'))
    .map(([soft, evidence]) => ({ kind: 'declined' as const, soft, evidence })),
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
  reportOf(...outcomes).map((evidence) => ({ kind: 'found' as const, evidence })),
  reportOf('open').map((evidence) => ({ kind: 'found' as const, evidence, challenge })),
);
const attemptBack = fc.nat({ max: 2 });
const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Input>({ kind: 'begin' }) },
  fc.constantFrom('ready', 'noRoom', 'expiry', 'cancel', 'noRoute').map((kind) => ({ kind }) as Input),
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
    }),
  },
  fc
    .constantFrom('success' as const, 'declined' as const)
    .map((status) => ({ kind: 'resolution' as const, status })),
);

/** Asked again and again by the plan's ladder. */
const notFoundInTurn = fc
  .constantFrom(500, 10_000, 40_000)
  .map((ms): Input[] => [
    { kind: 'wait', ms },
    ...Array.from(
      { length: 3 },
      () => ({ kind: 'lookUp', counts: true, answer: { kind: 'notFound' } }) as const,
    ),
  ]);

const startMs = Date.parse('2026-01-01T00:00:00Z');

/** A transaction as the database holds it, as far as decisions depend on it. */
class Ledger {
  nowMs = startMs;
  known: Known;
  readonly sendBy = new Map<number, number>();
  readonly reports: ProviderReport[] = [];
  /** Times of the latest answers in turn of the latest attempt that were all "not found". */
  notFoundAt: number[] = [];

  constructor(type: TransactionType, isReady: boolean, notFoundAnswersMin: number) {
    const submitDueAt = isReady ? new Date(startMs) : undefined;
    const status = isReady || type === 'payout' ? 'pending' : 'new';
    const { plan, ...transaction } = sampleTransaction({ type, status, submitDueAt });
    const timing = { ...plan.timing, notFoundAnswersMin };
    this.known = { transaction: { ...transaction, plan: { ...plan, timing } }, attempts: [] };
  }

  get latest(): Attempt | undefined {
    return this.known.attempts.at(-1);
  }

  back(of: number): Attempt | undefined {
    return this.known.attempts.at(-1 - of);
  }

  get moment(): Moment {
    return { now: new Date(this.nowMs), eventId: 'evt_1' };
  }

  /** When what the provider says of the latest attempt counts, should it say that it knows nothing of it. */
  get settledMs(): number {
    return (this.sendBy.get(this.latest?.n ?? 0) ?? 0) + this.known.transaction.plan.timing.settleMs;
  }

  makeReady(): void {
    const { transaction, attempts } = this.known;
    if (transaction.submitDueAt !== undefined || isFinal(transaction.status)) return;
    this.known = {
      transaction: { ...transaction, status: 'pending', submitDueAt: new Date(this.nowMs) },
      attempts,
    };
  }

  /** As `beginAttempt` does. */
  begin(hasRoom: boolean): void {
    const { transaction, attempts } = this.known;
    const { status, submitDueAt, plan } = transaction;
    const n = attempts.length + 1;
    const areOver = attempts.every(
      ({ state, cause }) => state === 'not_sent' || (state === 'declined' && cause === 'soft'),
    );
    if (status !== 'pending' || !submitDueAt || !areOver || !plan.routes[n - 1]) return;
    const begun = { n, provider: 'bank', mid: 'main', providerReference: `id-${n}` } as const;
    const attempt: Attempt = hasRoom
      ? { ...begun, state: 'sending', cause: undefined }
      : { ...begun, state: 'not_sent', cause: 'limit' };
    this.sendBy.set(n, this.nowMs + sendWithinMs(plan.timing));
    this.notFoundAt = [];
    this.known = { transaction, attempts: [...attempts, attempt] };
  }
}

/** What follows from an input, and the report that was in it with the attempt it was said of. */
type Step = {
  readonly change: Change;
  readonly report?: ProviderReport;
  readonly about?: Attempt | undefined;
};

function play(ledger: Ledger, happened: Input): Step | undefined {
  const { known, moment } = ledger;
  // Payouts are accepted and found without a challenge.
  const shown = known.transaction.type === 'payment' && { challenge };
  const named = (report: ProviderReport, { providerReference }: Attempt) => ({
    ...report,
    providerReference,
  });
  switch (happened.kind) {
    case 'wait':
      ledger.nowMs += happened.ms;
      return undefined;
    case 'ready':
      ledger.makeReady();
      return undefined;
    case 'begin':
    case 'noRoom':
      ledger.begin(happened.kind === 'begin');
      return undefined;
    case 'expiry':
      return { change: afterExpiry(known, moment) };
    case 'cancel':
      return { change: afterCancel(known, moment) };
    case 'noRoute': {
      const { submitDueAt, plan } = known.transaction;
      const isTooOld =
        submitDueAt !== undefined && ledger.nowMs - submitDueAt.getTime() >= plan.timing.submitMaxAgeMs;
      return { change: afterNoRoute(known, { isTooOld, made: known.attempts.length }, moment) ?? {} };
    }
    case 'answer': {
      const about = ledger.back(happened.of);
      if (!about) return undefined;
      const { result } = happened;
      if (!('evidence' in result)) {
        const said = 'challenge' in result ? { kind: result.kind, ...shown } : result;
        return { change: afterSubmit(known, { n: about.n, result: said }, moment), about };
      }
      const report = named(result.evidence, about);
      const change = afterSubmit(known, { n: about.n, result: { ...result, evidence: report } }, moment);
      return { change, report, about };
    }
    case 'callback': {
      const about = ledger.back(happened.of);
      const { provider } = happened;
      const report = about ? named(happened.report, about) : happened.report;
      return {
        change: afterReport(known, { id: 'event', provider, evidence: report }, moment),
        report,
        about: provider === 'bank' ? about : undefined,
      };
    }
    case 'lookUp': {
      const about = ledger.latest;
      if (!about) return undefined;
      const { counts } = happened;
      const { notFoundAt, settledMs, nowMs } = ledger;
      const subject = {
        ...known,
        isSettled: nowMs >= settledMs,
        notFoundAnswers: notFoundAt.filter((at) => at >= settledMs).length,
      };
      if (happened.answer.kind !== 'found') {
        if (happened.answer.kind === 'noAnswer') ledger.notFoundAt = [];
        else if (counts) ledger.notFoundAt = [...notFoundAt, nowMs];
        return {
          change: afterLookUp(subject, { n: about.n, answer: happened.answer, counts }, moment),
          about,
        };
      }
      ledger.notFoundAt = [];
      const report = named(happened.answer.evidence, about);
      const { kind } = happened.answer;
      const answer = { kind, evidence: report, ...('challenge' in happened.answer && shown) };
      return { change: afterLookUp(subject, { n: about.n, answer, counts }, moment), report, about };
    }
    case 'resolution': {
      const resolution = { status: happened.status, operator: 'eve', reason: 'x', evidence: 'x' };
      const change = afterResolution(known, { resolution, reports: ledger.reports }, moment);
      return { change: 'refused' in change ? {} : change };
    }
  }
}

type Rule = (ledger: Ledger, happened: Input, step: Step) => void;

/** Plays random inputs; `rule` sees each step before it is applied. */
function holds(rule: Rule, types: readonly TransactionType[] = ['payment', 'payout']): void {
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.constantFrom(true, true, false),
      fc.constantFrom(1, 3),
      fc.array(fc.oneof({ weight: 9, arbitrary: input.map((one) => [one]) }, notFoundInTurn), {
        minLength: 1,
        maxLength: 25,
      }),
      (type, isReady, notFoundAnswersMin, inputs) => {
        const ledger = new Ledger(type, isReady, notFoundAnswersMin);
        for (const happened of inputs.flat()) {
          const step = play(ledger, happened);
          if (!step) continue;
          rule(ledger, happened, step);
          if (step.report) ledger.reports.push(step.report);
          const status = step.change.move?.to ?? ledger.known.transaction.status;
          ledger.known = applyChange(ledger.known, step.change, status);
        }
      },
    ),
    { numRuns: 3_000 },
  );
}

const mayStillMove = ({ state }: Attempt) => state !== 'not_sent' && state !== 'declined';

describe('whatever happens, in whatever order', () => {
  it('a final transaction never moves again, and neither do its attempts', () => {
    holds(({ known }, _happened, { change }) => {
      if (!isFinal(known.transaction.status)) return;
      expect(change.move).toBeUndefined();
      expect(change.attempt?.to).toBeUndefined();
    });
  });

  it('each move is one of the table, and the end carries its one event', () => {
    holds(({ known }, _happened, { change: { move } }) => {
      const { type, status } = known.transaction;
      if (!move || move.to === status) return;
      expect(mayMove(type, status, move.to)).toBe(true);
      expect('event' in move).toBe(isFinal(move.to));
    });
  });

  it('success is said once: by the provider of an attempt, of the exact money, or by an operator', () => {
    holds(({ known }, happened, { change, report, about }) => {
      if (change.move?.to !== 'success') return;
      expect(known.transaction.status).not.toBe('success');
      if (happened.kind === 'resolution') return;
      expect(about).toBeDefined();
      expect(report?.outcome).toBe('success');
      expect([undefined, '10.10', '10.1']).toContain(report?.amount);
      expect([undefined, 'EUR']).toContain(report?.currency);
    });
  });

  it('a payout never ends because its provider does not find it', () => {
    holds(
      (_ledger, happened, { change }) => {
        if (happened.kind !== 'lookUp' || happened.answer.kind === 'found') return;
        expect(change.move).toBeUndefined();
        expect(change.attempt).toBeUndefined();
      },
      ['payout'],
    );
  });

  it('a payment ends by "not found" only when nobody can send it any more and its provider has settled', () => {
    let ended = 0;
    holds(
      (ledger, happened, { change, about }) => {
        if (happened.kind !== 'lookUp' || happened.answer.kind === 'found' || !change.move) return;
        ended += 1;
        const { settleMs, notFoundAnswersMin } = ledger.known.transaction.plan.timing;
        expect(ledger.nowMs).toBeGreaterThanOrEqual(
          (ledger.sendBy.get(about?.n ?? 0) ?? Infinity) + settleMs,
        );
        expect(['sending', 'unknown']).toContain(about?.state);
        const settled = ledger.notFoundAt.filter((at) => at >= ledger.settledMs);
        expect(settled.length).toBeGreaterThanOrEqual(notFoundAnswersMin);
      },
      ['payment'],
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('time, customer and want of a route end nothing that may have been sent', () => {
    holds(({ known }, happened, { change }) => {
      if (!['expiry', 'cancel', 'noRoute'].includes(happened.kind) || !change.move) return;
      expect(known.attempts.filter(mayStillMove)).toEqual([]);
    });
  });

  it('every report is kept, and every final one moves the transaction, agrees with it or is shown to a person', () => {
    holds(({ known }, happened, { change, report, about }) => {
      if (!report) return;
      const kept = happened.kind === 'callback' ? change.heard : (change.lookup ?? change.attempt)?.evidence;
      expect(kept).toBeDefined();
      const end = endingOf(known.transaction.type, report);
      if (!end || change.move || change.review) return;
      expect(about).toBeDefined();
      if (known.transaction.status === end.to) return;
      // No money moved by an attempt that is over, or that this closes for the next route: nothing is lost with it.
      expect(report.outcome).not.toBe('success');
      const isOver = !about || about !== known.attempts.at(-1) || !mayStillMove(about);
      expect(isOver || change.attempt?.to === 'declined').toBe(true);
    });
  });

  it('an operator never ends it against what a provider has reported', () => {
    holds(({ reports }, happened, { change }) => {
      if (happened.kind !== 'resolution' || !change.move) return;
      const final = reports.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'open');
      if (happened.status === 'declined') expect(final).not.toContain('success');
      else if (final.length > 0) expect(final).toContain('success');
    });
  });

  it('card data goes with the end, with an answer and with every question in turn', () => {
    holds(({ known }, happened, { change }) => {
      const { move, attempt } = change;
      const wasUnready = known.transaction.submitDueAt === undefined;
      if (move && isFinal(move.to) && !wasUnready) expect(change.forgetCard).toBe(true);
      if (attempt?.to === 'accepted' || attempt?.to === 'unknown') expect(change.forgetCard).toBe(true);
      if (happened.kind === 'lookUp' && happened.counts) expect(change.forgetCard).toBe(true);
    });
  });
});
