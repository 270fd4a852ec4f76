/** What can disagree between a statement and the books (contract §16.4). */
export const differenceClasses = [
  'unknown_here',
  'status',
  'amount',
  'currency',
  'twice',
  'not_listed',
  'reversal',
  'fee',
  'stranger',
  'settlement_sum',
  'not_arrived',
  'bank_unknown',
  'ambiguous',
  'balance',
  'gap',
  'restated',
  'unknown_kind',
] as const;
export type DifferenceClass = (typeof differenceClasses)[number];
