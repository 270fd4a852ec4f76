import { weighConsent } from '#domain/transactions/two-persons';
import type { Database } from '#persistence/database';
import { findProposal, recordProposal, type ProposalKind } from '#persistence/transactions/proposals';
import type { OperatorDecision } from '#persistence/transactions/record-progress';

/**
 * Keeps what an operator asks for as a proposal, and answers with the sentence that the Temporal UI shows of it; nothing
 * when another operator has proposed the very same, so that it may be done. Repeating it changes nothing.
 */
export async function askTwoPersons(
  database: Database,
  identifier: string,
  { kind, ...said }: OperatorDecision & { readonly kind: ProposalKind },
): Promise<string | undefined> {
  const consent = weighConsent(await findProposal(database, identifier, kind), said);
  if (consent === 'confirmed') return undefined;
  if (consent === 'proposed') await recordProposal(database, identifier, kind, said);
  return sayProposal(said);
}

/** For whoever may confirm it. */
export function sayProposal({ operator, decision, reason, evidence }: OperatorDecision): string {
  return `**Proposed by ${operator}**: ${decision}. Reason: ${reason}. Seen: ${evidence}. It takes another operator who sends the same.`;
}
