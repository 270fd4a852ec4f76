import {
  cardPayment,
  declinedCardPayment,
  idealPayment,
  pixPayment,
  ussdPayment,
  type SamplePayment,
} from './sample-payments.js';

/** What the customer does once the payment is created. `providerPage` is where the redirect challenge leads. */
export type CustomerPlay =
  | { readonly at: 'nowhere' }
  | { readonly at: 'providerPage'; readonly action: 'approve' | 'decline' | 'cancel' }
  | { readonly at: 'phone' }
  | { readonly at: 'hostedPage'; readonly action: 'pay' | 'cancel'; readonly scans: boolean };

type Titled = {
  /** Part of the payment's reference; unique. */
  readonly name: string;
  readonly title: string;
  readonly payment: SamplePayment;
};

/**
 * One line of the tour. `payment` is followed to its end and its callback; `refusal` shows the answer to a call that
 * must be refused; `leftOpen` is a hosted page for the person in front of the terminal.
 */
export type TourStep =
  | (Titled & {
      readonly kind: 'payment';
      readonly scenario?: string;
      readonly customer: CustomerPlay;
      readonly expected: string;
    })
  | (Titled & {
      readonly kind: 'refusal';
      readonly fault: 'sentTwice' | 'badSignature';
      readonly expected: string;
    })
  | (Titled & { readonly kind: 'leftOpen'; readonly expected: string });

const nowhere: CustomerPlay = { at: 'nowhere' };

/** The tour as data. Outcomes are a final status with its error code, or an HTTP status with its error code. */
export const tourSteps: readonly TourStep[] = [
  {
    kind: 'payment',
    name: 'ideal-approved',
    title: "iDEAL, the customer approves on the bank's page",
    payment: idealPayment,
    customer: { at: 'providerPage', action: 'approve' },
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'ussd-dialled',
    title: 'USSD, the customer dials the code',
    payment: ussdPayment,
    customer: { at: 'phone' },
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'card-approved',
    title: 'Card 4242…, the customer passes 3-D Secure',
    payment: cardPayment,
    customer: { at: 'providerPage', action: 'approve' },
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'pix-scanned',
    title: 'Pix, the customer pays on the hosted page and scans',
    payment: pixPayment,
    customer: { at: 'hostedPage', action: 'pay', scans: true },
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'ideal-success',
    title: 'iDEAL, scenario success',
    payment: idealPayment,
    scenario: 'success',
    customer: nowhere,
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'ussd-success',
    title: 'USSD, scenario success',
    payment: ussdPayment,
    scenario: 'success',
    customer: nowhere,
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'card-success',
    title: 'Card, scenario success',
    payment: cardPayment,
    scenario: 'success',
    customer: nowhere,
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'pix-success',
    title: 'Pix, scenario success after the hosted page',
    payment: pixPayment,
    scenario: 'success',
    customer: { at: 'hostedPage', action: 'pay', scans: false },
    expected: 'success, 0',
  },
  {
    kind: 'payment',
    name: 'card-declined',
    title: 'Card 4000…0002, declined by its bank',
    payment: declinedCardPayment,
    customer: nowhere,
    expected: 'declined, 200',
  },
  {
    kind: 'payment',
    name: 'ideal-cancelled',
    title: "iDEAL, the customer cancels on the bank's page",
    payment: idealPayment,
    customer: { at: 'providerPage', action: 'cancel' },
    expected: 'declined, 121',
  },
  {
    kind: 'payment',
    name: 'pix-cancelled',
    title: 'Pix, the customer cancels on the hosted page',
    payment: pixPayment,
    customer: { at: 'hostedPage', action: 'cancel', scans: false },
    expected: 'declined, 121',
  },
  {
    kind: 'refusal',
    name: 'duplicate',
    title: 'The same order sent twice',
    payment: idealPayment,
    fault: 'sentTwice',
    expected: 'HTTP 400, 108',
  },
  {
    kind: 'refusal',
    name: 'bad-signature',
    title: 'A request signed with a wrong key',
    payment: idealPayment,
    fault: 'badSignature',
    expected: 'HTTP 401, 5',
  },
  {
    kind: 'leftOpen',
    name: 'pix-open',
    title: 'Pix, left open for you to pay',
    payment: pixPayment,
    expected: 'new, 0',
  },
];
