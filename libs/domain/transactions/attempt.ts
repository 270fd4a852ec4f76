/**
 * How far one attempt at a provider has come:
 * - `sending`: its row is committed; the request may be on its way. `unknown`: the call had no readable answer.
 * - `accepted`: the provider has it. `final`: the provider's word ended the transaction.
 * - `declined`, `not_sent`: over without money; the next route may be due.
 */
export type AttemptState = 'sending' | 'accepted' | 'final' | 'declined' | 'not_sent' | 'unknown';

export type Attempt = {
  readonly n: number;
  readonly provider: string;
  readonly mid: string;
  /** `<identifier>-<n>`. */
  readonly providerReference: string;
  readonly state: AttemptState;
  readonly cause: string | undefined;
};
