/**
 * How the merchant calls: once; three times at once; hanging up on the first call; with another body afterwards; with a cancel
 * of the refund at about the same time and another one afterwards.
 */
export type Manner = 'once' | 'parallel' | 'hangUp' | 'changed' | 'cancel';

/** Repeated by weight. */
export const manners: readonly Manner[] = [
  ...Array.from({ length: 7 }, () => 'once' as const),
  'parallel',
  'parallel',
  'hangUp',
  'changed',
];

/** A burst of equal calls above all: those race for one reference and for the same money. */
export const refundManners: readonly Manner[] = [...manners, 'parallel', 'cancel', 'cancel'];
