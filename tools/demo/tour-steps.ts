import { catalogue } from '#domain/methods/catalogue';
import { exampleCard } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { Method } from '#domain/methods/method';
import {
  declinedPan,
  paymentOf,
  payoutOf,
  type SamplePayment,
  type SamplePayout,
} from './sample-requests.js';

/** What the customer does once the payment is created. */
export type CustomerPlay =
  | { readonly at: 'nowhere' }
  /** Where the redirect challenge leads. */
  | { readonly at: 'providerPage'; readonly action: 'approve' | 'decline' | 'cancel' }
  /** Dials a code, or transfers to a CLABE. */
  | { readonly at: 'phone' }
  | { readonly at: 'hostedPage'; readonly action: 'cancel' }
  /** `goesOn`: to the provider afterwards, and approves there. */
  | {
      readonly at: 'hostedPage';
      readonly action: 'pay';
      readonly goesOn: boolean;
      readonly card?: Readonly<Record<string, string>>;
    };

type Titled = {
  /** Part of the payment's reference; unique. */
  readonly name: string;
  /** The method, in people's words; the steps of one stand together. */
  readonly group: string;
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
      readonly customer: CustomerPlay;
      /** Of a transfer in Mexico: passed on to the gateway (contract §7) before the customer's play. */
      readonly trackingKey?: string;
      readonly expected: string;
    })
  | (Titled & {
      readonly kind: 'refusal';
      readonly fault: 'sentTwice' | 'badSignature';
      readonly expected: string;
    })
  | (Titled & { readonly kind: 'leftOpen'; readonly expected: string });

const paid = 'success, 0';
const atBank: CustomerPlay = { at: 'providerPage', action: 'approve' };
const onPage: CustomerPlay = { at: 'hostedPage', action: 'pay', goesOn: true };
const withCard: CustomerPlay = { ...onPage, card: exampleCard };

const groups: Readonly<Record<string, string>> = {
  ideal: 'iDEAL',
  mbway: 'MB WAY',
  p2c: 'Peer to card',
  payid: 'PayID',
  qr_code: 'QR code',
  ussd: 'USSD',
};

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** Its provider completes an approved payment for a customer with a phone only (specification §2.3). */
const withPhone = { customer: { phone: '+31612345678' } };

/** What a customer may do beside paying as the method's customers usually do, by method. */
const further: Readonly<Record<string, () => readonly TourStep[]>> = {
  ideal() {
    const row = methodOf('payment', 'h2h', 'ideal');
    const ideal = (phone: object) => paymentOf(row, { customer: phone });
    const group = groupOf('ideal');
    const refusal = { kind: 'refusal', group, payment: ideal(withPhone.customer) } as const;
    const cancels = { at: 'providerPage', action: 'cancel' } as const;
    const national = { phone: '0612345678' };
    return [
      pays(
        'ideal-cancelled',
        group,
        'cancelled at the bank',
        ideal(withPhone.customer),
        cancels,
        'declined, 121',
      ),
      pays('ideal-no-phone', group, 'without a phone', ideal({}), atBank, 'expired, 200'),
      pays('ideal-national', group, 'phone without country code', ideal(national), atBank, 'declined, 200'),
      {
        ...refusal,
        name: 'duplicate',
        title: 'the same order sent twice',
        fault: 'sentTwice',
        expected: 'HTTP 400, 108',
      },
      {
        ...refusal,
        name: 'bad-signature',
        title: 'signed with a wrong key',
        fault: 'badSignature',
        expected: 'HTTP 401, 5',
      },
    ];
  },
  card() {
    const row = methodOf('payment', 'h2h', 'card');
    const declined = paymentOf(row, { card: { ...exampleCard, pan: declinedPan } });
    const nowhere = { at: 'nowhere' } as const;
    const group = groupOf('card');
    return [
      pays('card-form', group, 'entered on our form (H2H)', paymentOf(row), withCard),
      pays('card-declined', group, '4000…0002, declined by its bank', declined, nowhere, 'declined, 200'),
    ];
  },
  pix() {
    const payment = paymentOf(methodOf('payment', 'hpp', 'pix'));
    const group = groupOf('pix');
    const cancels = { at: 'hostedPage', action: 'cancel' } as const;
    const open = { name: 'pix-open', title: 'left open for you to pay', expected: 'new, 0' };
    return [
      pays('pix-cancelled', group, 'cancelled on the hosted page', payment, cancels, 'declined, 121'),
      { ...open, kind: 'leftOpen', group, payment },
    ];
  },
  mbway() {
    const payment = paymentOf(methodOf('payment', 'h2h', 'mbway'));
    const declines = { at: 'providerPage', action: 'decline' } as const;
    return [
      pays('mbway-declined', groupOf('mbway'), 'declined in the app', payment, declines, 'declined, 200'),
    ];
  },
  bank_transfer_mexico() {
    const row = methodOf('payment', 'h2h', 'bank_transfer_mexico');
    const redirected = paymentOf(row, { meta: { sandbox_challenge: 'redirect' } });
    const group = groupOf(row.code);
    const withDetails = pays('mexico-details', group, 'its tracking key sent', paymentOf(row), {
      at: 'phone',
    });
    return [
      { ...withDetails, trackingKey: 'TOUR0001' },
      pays('mexico-redirect', group, 'by redirect', redirected, atBank),
    ];
  },
};

const payins = catalogue.filter(({ type }) => type === 'payment');

/** A payment by every payin row of the catalogue. */
export const everyPayment: readonly SamplePayment[] = payins.map(usualPayment);

/**
 * The tour's payments as data: every payin row of the catalogue, and what else a customer may do. Outcomes are a
 * final status with its error code, or an HTTP status with its error code.
 */
export const tourSteps: readonly TourStep[] = [...new Set(payins.map(({ code }) => code))].flatMap((code) => [
  ...payins.filter((row) => row.code === code).map(usualStep),
  ...(further[code]?.() ?? []),
]);

function usualPayment(row: Method): SamplePayment {
  if (row.carriesCard) return paymentOf(row, { card: exampleCard });
  return paymentOf(row, row.code === 'ideal' ? withPhone : {});
}

function usualStep(row: Method): TourStep {
  const { code, style, country } = row;
  const where = style === 'hpp' ? 'on the hosted page' : 'server to server';
  const title = country === undefined ? where : `${regions.of(country) ?? country}, ${where}`;
  return pays(`${code}-${style}`, groupOf(code), title, usualPayment(row), usualPlay(row));
}

/** What the customer of a method usually has to do. */
function usualPlay({ style, cardForm, challenges: [challenge] }: Method): CustomerPlay {
  if (style === 'hpp') return cardForm ? withCard : onPage;
  if (challenge === undefined) return { at: 'nowhere' };
  return challenge === 'redirect' ? atBank : { at: 'phone' };
}

/** A method in people's words. */
function groupOf(code: string): string {
  return groups[code] ?? `${code.slice(0, 1).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;
}

function pays(
  name: string,
  group: string,
  title: string,
  payment: SamplePayment,
  customer: CustomerPlay,
  expected = paid,
): Extract<TourStep, { readonly kind: 'payment' }> {
  return { kind: 'payment', name, group, title, payment, customer, expected };
}

/** One payout of the tour, followed to its end and its callback, or refused. */
export type PayoutStep = {
  readonly kind: 'payout';
  /** Part of the payout's reference; unique among all steps. */
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly payout: SamplePayout;
  /** `poor` has not the funds for it. */
  readonly payer: 'demo' | 'poor';
  /**
   * When the merchant chooses the beneficiary's bank: from the list of banks, or once the challenge asks; or cancels the
   * payout instead.
   */
  readonly bankChoice: 'none' | 'beforehand' | 'whenAsked' | 'cancels';
  /** Names a behaviour of the sandbox (contract §10). */
  readonly scenario?: string;
  readonly expected: string;
};

const plain = {
  kind: 'payout',
  group: 'Payout',
  payer: 'demo',
  bankChoice: 'none',
  expected: 'success, 0',
} as const;

const africa = payoutOf('bank_transfer_africa');

/** What else may become of a payout. */
const furtherPayouts: readonly PayoutStep[] = [
  {
    ...plain,
    name: 'payout-africa-list',
    title: 'Nigeria, bank taken from the list',
    payout: africa,
    bankChoice: 'beforehand',
  },
  {
    ...plain,
    name: 'payout-declined',
    title: 'Nigeria, bank not supported',
    payout: africa,
    bankChoice: 'beforehand',
    scenario: 'unsupported_bank',
    expected: 'declined, 1050',
  },
  {
    ...plain,
    name: 'payout-cancelled',
    title: 'Nigeria, cancelled before its bank is chosen',
    payout: africa,
    bankChoice: 'cancels',
    expected: 'declined, 1',
  },
  {
    ...plain,
    name: 'payout-poor',
    title: 'Pix, more than there is',
    payout: payoutOf('pix', { amount: '1000' }),
    payer: 'poor',
    expected: 'HTTP 400, 1',
  },
];

/** The tour's payouts as data: every payout row of the catalogue. Outcomes as those of the payments. */
export const payoutSteps: readonly PayoutStep[] = [
  ...catalogue.filter(({ type }) => type === 'payout').map(usualPayout),
  ...furtherPayouts,
];

/** Where the merchant may leave the bank open, the gateway asks for it. */
function usualPayout({ code, challenges }: Method): PayoutStep {
  const usual = { ...plain, name: `payout-${code}`, title: groupOf(code), payout: payoutOf(code) };
  if (!challenges.includes('bank_code')) return usual;
  return { ...usual, title: `${usual.title}, bank asked for and confirmed`, bankChoice: 'whenAsked' };
}
