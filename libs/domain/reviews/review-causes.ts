/** The causes of reviews (contract §9, §15, §16). */
export const reviewCauses = [
  'wrong amount',
  'contradicts the final state',
  'other attempt',
  'attempt was over',
  'was held as not sent',
  'unknown attempt',
  'no progress for too long',
  'awaits approval at the provider',
  'not found at the provider',
  'account in another name',
  'refund above the limit of one person',
  'money came back',
  'more came back than was paid out',
  'more was won back than was charged back',
  'may be a refund of ours',
  'told with two amounts',
  'more went back than was paid',
  'statement: status',
  'statement: amount',
  'statement: currency',
  'statement: twice',
] as const;

export type RaisedCause = (typeof reviewCauses)[number];

/** Cause of the review of a payout or refund that waits for a person's approval. */
export const heldCauses = {
  payout: 'account in another name',
  refund: 'refund above the limit of one person',
} as const satisfies Readonly<Record<string, RaisedCause>>;

export function isHeldCause(cause: string): boolean {
  return cause === heldCauses.payout || cause === heldCauses.refund;
}

/** Cause of a review: the transaction has not moved for longer than its plan allows. */
export const stalledCause = 'no progress for too long' satisfies RaisedCause;
