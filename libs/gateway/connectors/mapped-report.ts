import type { Challenge } from '#domain/transaction/challenge';
import type { LookupResult, ProviderOutcome, ProviderReport, SubmitResult } from '#domain/transaction/report';
import { noAnswer, unknownBy, type Exchange } from './call-provider.js';

/** The words of a provider's published list for where something stands, in ours. */
export type Outcomes = Readonly<Record<string, ProviderOutcome>>;

/** A word of the provider that is not in its published list is not mapped: what it says is open, and no answer. */
export type MappedReport = {
  readonly evidence: ProviderReport;
  readonly isMapped: boolean;
  readonly challenge?: Challenge;
};

/** What a word means; it is the reason as well, where it is one for a bad end. */
export function readOutcome(outcomes: Outcomes, word: string) {
  const outcome = Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;
  const isReason = outcome !== undefined && outcome !== 'success' && outcome !== 'open';
  return {
    isMapped: outcome !== undefined,
    meaning: { outcome: outcome ?? 'open', ...(isReason && { reason: word }) },
  } as const;
}

/**
 * What a call that moves money came to: only explicit evidence about this reference is more than `unknown`. `report` is what its
 * answer says of an order, `refusal` what it proves where it says nothing of one.
 */
export function readSubmit(
  exchange: Exchange,
  providerReference: string,
  {
    report,
    refusal,
  }: { readonly report: MappedReport | undefined; readonly refusal: SubmitResult | undefined },
): SubmitResult {
  if (exchange.kind === 'neverSent') return { kind: 'notSent', detail: exchange.detail };
  if (exchange.kind === 'broken') return { kind: 'unknown', cause: exchange.cause, detail: exchange.detail };
  if (report?.isMapped !== true || report.evidence.providerReference !== providerReference)
    return refusal ?? unknownBy(exchange);
  const { evidence, challenge } = report;
  if (evidence.outcome === 'declined') return { kind: 'declined', soft: false, evidence };
  if (evidence.outcome !== 'open') return { kind: 'final', evidence };
  const { providerId } = evidence;
  const id = providerId === undefined ? {} : { providerId };
  return { kind: 'accepted', ...id, ...(challenge && { challenge }), evidence };
}

/** The same of a look-up. `isNotFound`: it says in so many words that it does not know this reference. */
export function readLookUp(
  exchange: Exchange,
  providerReference: string,
  { report, isNotFound }: { readonly report: MappedReport | undefined; readonly isNotFound: boolean },
): LookupResult {
  if (report?.evidence.providerReference === providerReference) {
    const { evidence, challenge } = report;
    return { kind: 'found', evidence, ...(challenge && { challenge }) };
  }
  return isNotFound ? { kind: 'notFound' } : noAnswer(exchange);
}
