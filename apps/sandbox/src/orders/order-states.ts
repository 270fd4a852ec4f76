/** The provider's own names for the state of a charge. The last five are final. */
const chargeStates = [
  'AWAITING_PAYER',
  'PROCESSING',
  'CAPTURED',
  'REFUSED',
  'FAULT',
  'LAPSED',
  'ABANDONED',
] as const;
export type ChargeState = (typeof chargeStates)[number];
export type ChargeEndState = Exclude<ChargeState, 'AWAITING_PAYER' | 'PROCESSING'>;

/** The provider's own names for the state of a credit. `CREDITED` may become `RETURNED`; the others but `QUEUED` are final. */
const creditStates = ['QUEUED', 'CREDITED', 'REFUSED', 'FAULT', 'RETURNED'] as const;
export type CreditState = (typeof creditStates)[number];
export type CreditEndState = Exclude<CreditState, 'QUEUED'>;
