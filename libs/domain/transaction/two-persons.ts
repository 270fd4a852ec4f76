/** What an operator has asked for and another one has to confirm (contract §9, docs/operations.md). */
export type Proposal = {
  readonly operator: string;
  /** What is to be done and about what, in words. */
  readonly decision: string;
};

/** `awaited`: it is what was proposed before, by the same person. */
export type Consent = 'confirmed' | 'proposed' | 'awaited';

/**
 * What a person's word is worth where two are needed. It confirms the latest proposal when that asks for the very same
 * and comes from somebody else; anything else is a proposal of its own, which replaces the one before. Names are
 * compared as people read them, without regard to case and blanks.
 */
export function consentTo(latest: Proposal | undefined, said: Proposal): Consent {
  if (latest?.decision !== said.decision) return 'proposed';
  return plain(latest.operator) === plain(said.operator) ? 'awaited' : 'confirmed';
}

function plain(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/gu, '').toLowerCase();
}
