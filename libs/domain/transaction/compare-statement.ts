import { proofOf, type ReportSubject } from './decide.js';
import type { ProviderReport } from './report.js';
import { isFinal } from './status.js';

/** What a provider's list of a period is held against. */
export type StatementBooks = {
  readonly provider: string;
  /** The transactions that the list speaks of, by our reference towards the provider. */
  readonly subjects: ReadonlyMap<string, ReportSubject>;
  /** Our references of that period that the provider must have: it took them on, or paid them. */
  readonly expected: readonly string[];
};

export type StatementComparison = {
  readonly agreed: number;
  /** What was not sent by us: the account is used by others as well. */
  readonly strangers: number;
  readonly differences: readonly { readonly providerReference: string; readonly says: string }[];
};

/**
 * Holds what a provider lists against what is recorded, by the rule for every other word of a provider (contract §9). It finds
 * what no callback and no look-up has told: money of a reference that we do not have, what the provider does not have, another
 * end, another amount.
 */
export function compareStatement(
  reports: readonly ProviderReport[],
  { provider, subjects, expected }: StatementBooks,
): StatementComparison {
  const listed = new Set(reports.map(({ providerReference }) => providerReference));
  const ours = reports.filter(
    ({ providerReference }) => subjects.has(providerReference) || madeByUs.test(providerReference),
  );
  const differing = ours.flatMap((report) => {
    const says = differenceOf(subjects.get(report.providerReference), provider, report);
    return says === undefined ? [] : [{ providerReference: report.providerReference, says }];
  });
  const missing = expected
    .filter((providerReference) => !listed.has(providerReference))
    .map((providerReference) => ({ providerReference, says: 'the provider does not list it' }));
  return {
    agreed: ours.length - differing.length,
    strangers: reports.length - ours.length,
    differences: [...differing, ...missing],
  };
}

/** `<identifier>-<n>`, which nobody else's reference looks like. */
const madeByUs = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+$/;

function differenceOf(
  subject: ReportSubject | undefined,
  provider: string,
  report: ProviderReport,
): string | undefined {
  const { outcome, amount = 'an amount that it does not name', currency = '' } = report;
  const there = `${outcome} there, ${amount} ${currency}`.trim();
  if (!subject) return `unknown here; ${there}`;
  const { transaction } = subject;
  const here = `${transaction.status} here, ${transaction.amount} ${transaction.currency}`;
  const isPayout = transaction.type === 'payout';
  const proof = proofOf(subject, provider, report);
  switch (proof.kind) {
    case 'agrees':
      return undefined;
    case 'open': {
      // What is no longer wanted may stay open at a provider that cannot be asked to stop; money that goes out may not.
      const isClosed = transaction.status === 'success' || (isPayout && isFinal(transaction.status));
      return isClosed ? `${here}; ${there}` : undefined;
    }
    case 'end':
      return `${here}; ${there}`;
    case 'review':
      return `${proof.cause}: ${here}; ${there}`;
  }
}
