import type { StatementLine } from '../statements/line.js';
import { isOurReference } from '../statements/references.js';
import { proofOf, type ReportSubject } from './decide.js';
import type { ProviderReport } from './report.js';
import { isFinal, type TransactionType } from './status.js';

/** The recorded state that a provider's statement of a period is compared with. */
export type StatementBooks = {
  readonly provider: string;
  /** The transactions in the statement, by our reference towards the provider. */
  readonly subjects: ReadonlyMap<string, ReportSubject>;
  /** Our references that must be in the statement, because the provider has paid them in that period. */
  readonly expected: readonly string[];
};

/** What the lines of a kind say of our transactions: each is money that has moved. */
export function reportsOf(lines: readonly StatementLine[], kind: TransactionType): readonly ProviderReport[] {
  return lines
    .filter((line) => line.kind === kind)
    .map(({ reference, providerId, lineKey, gross, currency }) => ({
      providerReference: reference ?? providerId ?? lineKey,
      outcome: 'success',
      amount: gross,
      currency,
    }));
}

export type StatementComparison = {
  readonly agreed: number;
  /** Number of lines of other users of the account. */
  readonly strangers: number;
  readonly differences: readonly { readonly providerReference: string; readonly says: string }[];
};

/**
 * Compares a provider's statement with the recorded state, by the rules for all reports (contract §9). Finds differences that
 * no callback and no look-up has shown: money for an unknown reference, a missing transaction, another end, another amount.
 */
export function compareStatement(
  reports: readonly ProviderReport[],
  { provider, subjects, expected }: StatementBooks,
): StatementComparison {
  const listed = new Set(reports.map(({ providerReference }) => providerReference));
  const ours = reports.filter(
    ({ providerReference }) => subjects.has(providerReference) || isOurReference(providerReference),
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
    // Stryker disable next-line StringLiteral: the result is undefined without this case as well
    case 'agrees':
      return undefined;
    case 'open': {
      // An ended payment may stay open at a provider that cannot stop it; an ended payout may not.
      const isClosed = transaction.status === 'success' || (isPayout && isFinal(transaction.status));
      return isClosed ? `${here}; ${there}` : undefined;
    }
    case 'end':
    case 'returned':
      return `${here}; ${there}`;
    case 'review':
      return `${proof.cause}: ${here}; ${there}`;
  }
}
