import { consentTo } from '#domain/transaction/decide-end';
import type { Database } from '#persistence/database';
import { findProposal, recordProposal, type ProposalKind } from '#persistence/transactions/proposals';
import type { OperatorDecision } from '#domain/transaction/change';

/**
 * Keeps what an operator asks for as a proposal, and answers with the sentence that the Temporal UI shows of it; nothing
 * when another operator has proposed the very same, so that it may be done. Repeating it changes nothing.
 */
export async function askTwoPersons(
  database: Database,
  identifier: string,
  { kind, ...said }: OperatorDecision & { readonly kind: ProposalKind },
): Promise<string | undefined> {
  const consent = consentTo(await findProposal(database, identifier, kind), said);
  if (consent === 'confirmed') return undefined;
  if (consent === 'proposed') await recordProposal(database, identifier, kind, said);
  return sayProposal(said);
}

/** For whoever may confirm it. */
export function sayProposal({ operator, decision, reason, evidence }: OperatorDecision): string {
  return `**Proposed by ${operator}**: ${decision}. Reason: ${reason}. Seen: ${evidence}. It takes another operator who sends the same.`;
}

/** The adjustment of these reviews and no others: what is raised after it wants a proposal of its own. */
export function adjustmentOf(ids: readonly string[]): string {
  return `returned, by reviews ${ids.toSorted().join(', ')}`;
}
