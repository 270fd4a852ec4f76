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

/**
 * The provider's own names for the state of a refund. `PAID_BACK` may become `BOUNCED`; `ON_HOLD` waits for the payer's
 * account. The others but `ACCEPTED` are final.
 */
const refundStates = ['ACCEPTED', 'ON_HOLD', 'PAID_BACK', 'REFUSED', 'FAULT', 'BOUNCED'] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundEndState = Extract<RefundState, 'PAID_BACK' | 'REFUSED' | 'FAULT'>;

/**
 * The provider's own names for what can happen to the money of a finished order: the payer's bank takes it (`CLAWBACK`) or gives
 * it back again (`CLAWBACK_LIFTED`), the bank only asks (`QUERY`), the merchant gives it back in the provider's panel
 * (`PANEL_REFUND`), or money that went out comes back (`BOUNCE`).
 */
export type CorrectionKind = 'CLAWBACK' | 'CLAWBACK_LIFTED' | 'QUERY' | 'PANEL_REFUND' | 'BOUNCE';
