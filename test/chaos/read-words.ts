/** Something that a provider is recorded to have said about an order, and where that is written. */
export type WordSeen = {
  readonly where: 'attempt' | 'look-up' | 'inbox' | 'review';
  readonly order: string;
  readonly outcome: string;
  /** The provider's code for it. */
  readonly reason?: string | null;
  /** True for a review of a contradiction; false for a review because nothing was known for too long. */
  readonly tells: boolean;
};

/** Every place where evidence is kept. */
export const wordsQuery = `
select said.where, said.evidence->>'providerReference' as order, said.evidence->>'outcome' as outcome,
  said.evidence->>'reason' as reason, said.tells
from (
  select 'attempt' as where, evidence, false as tells from attempts
  union all select 'look-up', evidence, false from lookups
  union all select 'inbox', evidence, false from provider_events
  union all select 'review', evidence, cause <> 'no progress for too long' from reviews
) as said
where said.evidence->>'providerReference' is not null`;
