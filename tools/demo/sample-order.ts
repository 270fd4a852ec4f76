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

/** The sandbox's card without a scenario of its own (contract §10), and who holds it. */
export const sampleCard = {
  pan: '4242424242424242',
  exp_month: '12',
  exp_year: '2039',
  cvv: '123',
  holder_name: 'JANE DOE',
} as const;

/** The sandbox's test number for a card that its bank declines. */
export const declinedPan = '4000000000000002';

export const cardCustomer = {
  identifier: 'tour-card',
  email: 'jane.doe@example.com',
  phone: '+4915112345678',
  first_name: 'Jane',
  last_name: 'Doe',
  country: 'DE',
  state_code: 'BE',
  city: 'Berlin',
  address: 'Sample street 1',
  zip_code: '10115',
  birthday: '1990-05-17',
  ip: '203.0.113.7',
} as const;
