import * as fc from 'fast-check';
import { applyChange, type Change, type Moment } from '../change.js';
import { afterPreparation, afterReport, afterSubmit } from '../decide.js';
import { afterCancel, afterExpiry, afterNoRoute, afterResolution } from '../decide-end.js';
import { afterLookUp, type Fence } from '../look-ups.js';
import { sendWithinMs } from '../plan.js';
import type { LookupResult, ProviderReport } from '../report.js';
import { isFinal, type TransactionType } from '../status.js';
import type { Attempt, Known } from '../transaction.js';
import { challenge, declinedForNow, input, notFoundInTurn, type Input } from './random-inputs.js';
import { retryCause, routesTaken } from '../retries.js';
import { sampleTransaction } from './samples.js';
import { samples } from '../../../../test/stack/samples.js';

const startMs = Date.parse('2026-01-01T00:00:00Z');

/** A transaction as the database holds it, as far as decisions depend on it. */
class PlayedTransaction {
  nowMs = startMs;
  known: Known;
  readonly sendBy = new Map<number, number>();
  readonly reports: ProviderReport[] = [];
  /** Times of the latest answers in turn of the latest attempt that were all "not found". */
  notFoundAt: number[] = [];

  constructor(
    type: TransactionType,
    isReady: boolean,
    { notFoundAnswersMin, retries }: { readonly notFoundAnswersMin: number; readonly retries: number },
  ) {
    const submitDueAt = isReady ? new Date(startMs) : undefined;
    const status = isReady || type === 'payout' ? 'pending' : 'new';
    const { plan, ...transaction } = sampleTransaction({ type, status, submitDueAt });
    const timing = { ...plan.timing, notFoundAnswersMin };
    this.known = { transaction: { ...transaction, plan: { ...plan, timing, retries } }, attempts: [] };
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

  /** As `beginAttempt` does. `first`: whether its provider is to be prepared. */
  begin(hasRoom: boolean, first: 'sending' | 'preparing' = 'sending'): void {
    const { transaction, attempts } = this.known;
    const { status, submitDueAt, plan } = transaction;
    const n = attempts.length + 1;
    const areOver = attempts.every(
      ({ state, cause }) =>
        state === 'not_sent' || (state === 'declined' && (cause === 'soft' || cause === retryCause)),
    );
    if (status !== 'pending' || !submitDueAt || !areOver || !plan.routes[routesTaken(attempts)]) return;
    const begun = { n, provider: 'bank', mid: 'main', providerReference: `id-${n}` } as const;
    const attempt: Attempt = hasRoom
      ? { ...begun, state: first, cause: undefined }
      : { ...begun, state: 'not_sent', cause: 'limit' };
    this.sendBy.set(n, this.nowMs + sendWithinMs(plan.timing));
    this.notFoundAt = [];
    this.known = { transaction, attempts: [...attempts, attempt] };
  }

  /** As `sendPrepared` does. */
  sendPrepared(): void {
    const { transaction, attempts } = this.known;
    const { latest } = this;
    if (transaction.status !== 'pending' || latest?.state !== 'preparing') return;
    this.sendBy.set(latest.n, this.nowMs + sendWithinMs(transaction.plan.timing));
    this.known = { transaction, attempts: [...attempts.slice(0, -1), { ...latest, state: 'sending' }] };
  }
}

/** What follows from an input, and the report that was in it with the attempt it was said of. */
type Step = {
  readonly change: Change;
  readonly report?: ProviderReport;
  readonly about?: Attempt | undefined;
};

function play(played: PlayedTransaction, happened: Input): Step | undefined {
  const { known, moment } = played;
  // Payouts are accepted and found without a challenge.
  const shown = known.transaction.type === 'payment' && { challenge };
  const named = (report: ProviderReport, { providerReference }: Attempt) => ({
    ...report,
    providerReference,
  });
  switch (happened.kind) {
    case 'wait':
      played.nowMs += happened.ms;
      return undefined;
    case 'ready':
      played.makeReady();
      return undefined;
    case 'begin':
    case 'noRoom':
      played.begin(happened.kind === 'begin');
      return undefined;
    case 'prepare':
      played.begin(true, 'preparing');
      return undefined;
    case 'sendPrepared':
      played.sendPrepared();
      return undefined;
    case 'notPrepared': {
      const about = played.latest;
      if (!about) return undefined;
      const result = { kind: 'notSent', detail: 'x' } as const;
      return { change: afterPreparation(known, { n: about.n, result }, moment), about };
    }
    case 'expiry':
      return { change: afterExpiry(known, moment) };
    case 'cancel':
      return { change: afterCancel(known, undefined, moment) };
    case 'merchantCancel':
      return { change: afterCancel(known, 'merchant', moment) };
    case 'noRoute': {
      const { submitDueAt, plan } = known.transaction;
      const isTooOld =
        submitDueAt !== undefined && played.nowMs - submitDueAt.getTime() >= plan.timing.submitMaxAgeMs;
      return { change: afterNoRoute(known, { isTooOld, made: known.attempts.length }, moment) ?? {} };
    }
    case 'answer': {
      const about = played.back(happened.of);
      if (!about) return undefined;
      const { result } = happened;
      if (result.kind === 'accepted' || !('report' in result)) {
        const said = 'challenge' in result ? { kind: result.kind, ...shown } : result;
        return { change: afterSubmit(known, { n: about.n, result: said }, moment), about };
      }
      const report = named(result.report, about);
      const change = afterSubmit(known, { n: about.n, result: { ...result, report } }, moment);
      return { change, report, about };
    }
    case 'callback': {
      const about = played.back(happened.of);
      const { provider } = happened;
      const report = about ? named(happened.report, about) : happened.report;
      return {
        change: afterReport(known, { id: 'event', provider, report }, moment),
        report,
        about: provider === 'bank' ? about : undefined,
      };
    }
    case 'lookUp': {
      const about = played.latest;
      if (!about) return undefined;
      const { counts } = happened;
      const { notFoundAt, settledMs, nowMs } = played;
      const subject = {
        ...known,
        isSettled: nowMs >= settledMs,
        notFoundAnswers: notFoundAt.filter((at) => at >= settledMs).length,
      };
      if (happened.answer.kind !== 'found') {
        if (happened.answer.kind === 'noAnswer') played.notFoundAt = [];
        else if (counts) played.notFoundAt = [...notFoundAt, nowMs];
        const fence = nameFence(happened.fence, about);
        const change = afterLookUp(subject, { n: about.n, answer: happened.answer, counts, fence }, moment);
        if (change.lookup?.answer !== 'found') return { change, about };
        played.notFoundAt = [];
        return { change, about, ...(isFound(fence) && { report: fence.report }) };
      }
      played.notFoundAt = [];
      const report = named(happened.answer.report, about);
      const { kind } = happened.answer;
      const answer = { kind, report, ...('challenge' in happened.answer && shown) };
      const change = afterLookUp(subject, { n: about.n, answer, counts, fence: 'notAsked' }, moment);
      return { change, report, about };
    }
    case 'resolution': {
      const resolution = { status: happened.status, operator: 'eve', reason: 'x', evidence: 'x' };
      const change = afterResolution(known, { resolution, reports: played.reports }, moment);
      return { change: 'refused' in change ? {} : change };
    }
  }
}

function isFound(fence: Fence): fence is Extract<LookupResult, { kind: 'found' }> {
  return typeof fence === 'object' && fence.kind === 'found';
}

function nameFence(fence: Fence, { providerReference }: Attempt): Fence {
  return isFound(fence) ? { ...fence, report: { ...fence.report, providerReference } } : fence;
}

export type Rule = (played: PlayedTransaction, happened: Input, step: Step) => void;

/** Plays random inputs; `rule` sees each step before it is applied. */
export function holds(rule: Rule, types: readonly TransactionType[] = ['payment', 'payout']): void {
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.constantFrom(true, true, false),
      fc.record({ notFoundAnswersMin: fc.constantFrom(1, 3), retries: fc.constantFrom(0, 2) }),
      fc.array(
        fc.oneof({ weight: 9, arbitrary: input.map((one) => [one]) }, notFoundInTurn, declinedForNow),
        {
          minLength: 1,
          maxLength: 25,
        },
      ),
      (type, isReady, terms, inputs) => {
        const played = new PlayedTransaction(type, isReady, terms);
        for (const happened of inputs.flat()) {
          const step = play(played, happened);
          if (!step) continue;
          rule(played, happened, step);
          if (step.report) played.reports.push(step.report);
          const status = step.change.move?.to ?? played.known.transaction.status;
          played.known = applyChange(played.known, step.change, status);
        }
      },
    ),
    { numRuns: samples(3_000) },
  );
}
