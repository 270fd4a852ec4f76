import type { Challenge } from '#domain/transaction/challenge';
import type { LookupResult, ProviderOutcome, ProviderReport, SubmitResult } from '#domain/transaction/report';
import { noAnswer, unknownBy, type Exchange } from './call-provider.js';

/** The states of a provider's published list, and our outcome for each. */
export type Outcomes = Readonly<Record<string, ProviderOutcome>>;

/**
 * A report in our terms. A state that is not in the provider's published list is not mapped: it counts as open, and a create
 * call with it as unanswered.
 */
export type MappedReport = {
  readonly report: ProviderReport;
  readonly isMapped: boolean;
  readonly challenge?: Challenge;
};

/** The outcome of a provider's state; for an unsuccessful end the state is the reason as well. */
export function readOutcome(outcomes: Outcomes, word: string) {
  const outcome = Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;
  const isReason = outcome !== undefined && outcome !== 'success' && outcome !== 'open';
  return {
    isMapped: outcome !== undefined,
    meaning: { outcome: outcome ?? 'open', ...(isReason && { reason: word }) },
  } as const;
}

/**
 * The result of a call that moves money: only explicit evidence about this reference is more than `unknown`. `mapped` is
 * what its answer reports of an order, `refusal` what the answer proves if it reports none.
 */
export function readSubmit(
  exchange: Exchange,
  providerReference: string,
  {
    mapped,
    refusal,
  }: { readonly mapped: MappedReport | undefined; readonly refusal: SubmitResult | undefined },
): SubmitResult {
  if (exchange.kind === 'neverSent') return { kind: 'notSent', detail: exchange.detail };
  if (exchange.kind === 'broken') return { kind: 'unknown', cause: exchange.cause, detail: exchange.detail };
  if (mapped?.isMapped !== true || mapped.report.providerReference !== providerReference)
    return refusal ?? unknownBy(exchange);
  const { report, challenge } = mapped;
  if (report.outcome === 'declined') return { kind: 'declined', soft: false, report };
  if (report.outcome !== 'open') return { kind: 'final', report };
  const { providerId } = report;
  const id = providerId === undefined ? {} : { providerId };
  return { kind: 'accepted', ...id, ...(challenge && { challenge }), report };
}

/** The same for a look-up. `isNotFound`: the provider says explicitly that it does not know this reference. */
export function readLookUp(
  exchange: Exchange,
  providerReference: string,
  { mapped, isNotFound }: { readonly mapped: MappedReport | undefined; readonly isNotFound: boolean },
): LookupResult {
  if (mapped?.report.providerReference === providerReference) {
    const { report, challenge } = mapped;
    return { kind: 'found', report, ...(challenge && { challenge }) };
  }
  return isNotFound ? { kind: 'notFound' } : noAnswer(exchange);
}
