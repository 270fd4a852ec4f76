import { consentTo } from '#domain/transaction/decide-end';
import type { Database } from '#persistence/database';
import { findProposal, recordProposal, type ProposalKind } from '#persistence/transactions/proposals';
import type { OperatorDecision } from '#domain/transaction/change';

/**
 * Records an operator's request as a proposal, and returns the sentence for the Temporal UI; undefined if another operator has
 * proposed the same, which this request confirms. Safe to repeat.
 */
export async function proposeOrConfirm(
  database: Database,
  identifier: string,
  { kind, ...said }: OperatorDecision & { readonly kind: ProposalKind },
): Promise<string | undefined> {
  const consent = consentTo(await findProposal(database, identifier, kind), said);
  if (consent === 'confirmed') return undefined;
  if (consent === 'proposed') await recordProposal(database, identifier, kind, said);
  return sayProposal(said);
}

/** The proposal in words, for the operator who may confirm it. */
export function sayProposal({ operator, decision, reason, evidence }: OperatorDecision): string {
  return `**Proposed by ${operator}**: ${decision}. Reason: ${reason}. Seen: ${evidence}. Another operator must send the same update to confirm it.`;
}
