/** The provider's journal as its file has it, one fact a line, in the provider's own words. */
export type Fact =
  | { readonly fact: 'opened'; readonly charge: Opened }
  | { readonly fact: 'credit_opened'; readonly credit: Opened }
  | { readonly fact: 'refund_opened'; readonly refund: OpenedRefund }
  | { readonly fact: 'ended' | 'credit_ended'; readonly order: string; readonly end: Ended }
  | { readonly fact: 'refund_ended'; readonly refund: string; readonly end: Ended }
  | { readonly fact: 'refund_bounced'; readonly refund: string }
  | { readonly fact: 'corrected'; readonly correction: Correction }
  | { readonly fact: 'told_again'; readonly correction: string }
  | { readonly fact: 'notified'; readonly order: string; readonly copy: number; readonly delivered: boolean };

export type Opened = {
  readonly account: string;
  readonly order: string;
  readonly openedAt: string;
  readonly bank?: string;
  /** What is to follow its success. */
  readonly after?: { readonly name: string };
};

type OpenedRefund = Opened & {
  readonly id: string;
  readonly of: string;
  readonly endsAt?: string;
  readonly scenario?: string;
};

export type Ended = {
  readonly state: string;
  readonly capturedValue?: string;
  readonly creditedValue?: string;
  readonly paidBackValue?: string;
};

type Correction = {
  readonly id: string;
  readonly kind: 'CLAWBACK' | 'CLAWBACK_LIFTED' | 'QUERY' | 'PANEL_REFUND' | 'BOUNCE';
  /** The id of a refund, the reference of everything else. */
  readonly about: string;
  readonly value: string;
};

export const movedStates: readonly string[] = ['CAPTURED', 'CREDITED', 'PAID_BACK'];
/** The copy of a refund's notifications that tells that its money has come back. */
export const bounceCopy = 1;
