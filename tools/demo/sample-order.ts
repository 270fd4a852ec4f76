import type { PaymentRequest } from '#client/messages/payment-request';
import type { PayoutRequest } from '#client/messages/payout-request';
import type { Meta } from '#client/messages/request-parts';

/** A body of `POST /v2/payment` for an invented person, whose document numbers are made up. */
export type SamplePayment = (order: SampleOrder) => PaymentRequest;

/** A body of `POST /v2/payout`, likewise; `bankCode`: the beneficiary's bank, where it is already known. */
export type SamplePayout = (order: SampleOrder & { readonly bankCode?: string | undefined }) => PayoutRequest;

export type SampleOrder = {
  readonly reference: string;
  /** The shop's own addresses, played by the sandbox. */
  readonly shopUrl: string;
  /** Names a behaviour of the sandbox that plays the customer too (contract §10); absent: the customer decides. */
  readonly scenario?: string | undefined;
};

/** What names the scenario to the sandbox, beside the method's own entries. */
export function metaOf<Own extends Meta>({ scenario }: SampleOrder, own: Own): Own & Meta {
  return scenario === undefined ? own : { ...own, sandbox: scenario };
}
