import * as direct from './sample-direct-payments.js';
import * as hosted from './sample-hosted-payments.js';
import { sampleCard, type SamplePayment, type SamplePayout } from './sample-order.js';
import { africaPayout, boliviaPayout, pixPayout } from './sample-payouts.js';

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
const withCard: CustomerPlay = { ...onPage, card: sampleCard };

/**
 * The tour's payments as data: every payin row of the catalogue, and what else a customer may do. Outcomes are a
 * final status with its error code, or an HTTP status with its error code.
 */
export const tourSteps: readonly TourStep[] = [
  pays('ideal-approved', 'iDEAL', 'approved at the bank', direct.idealPayment, atBank),
  pays(
    'ideal-cancelled',
    'iDEAL',
    'cancelled at the bank',
    direct.idealPayment,
    { at: 'providerPage', action: 'cancel' },
    'declined, 121',
  ),
  pays('ideal-no-phone', 'iDEAL', 'without a phone', direct.idealWithoutPhone, atBank, 'expired, 200'),
  pays(
    'ideal-national',
    'iDEAL',
    'phone without country code',
    direct.idealWithNationalPhone,
    atBank,
    'declined, 200',
  ),
  {
    kind: 'refusal',
    name: 'duplicate',
    group: 'iDEAL',
    title: 'the same order sent twice',
    payment: direct.idealPayment,
    fault: 'sentTwice',
    expected: 'HTTP 400, 108',
  },
  {
    kind: 'refusal',
    name: 'bad-signature',
    group: 'iDEAL',
    title: 'signed with a wrong key',
    payment: direct.idealPayment,
    fault: 'badSignature',
    expected: 'HTTP 401, 5',
  },
  pays('ussd', 'USSD', 'the code is dialled', direct.ussdPayment, { at: 'phone' }),
  pays('card-approved', 'Card', '4242…, 3-D Secure passed', direct.cardPayment, atBank),
  pays(
    'card-declined',
    'Card',
    '4000…0002, declined by its bank',
    direct.declinedCardPayment,
    { at: 'nowhere' },
    'declined, 200',
  ),
  pays('card-form', 'Card', 'entered on our form (H2H)', direct.cardPaymentWithoutCard, withCard),
  pays('card-page', 'Card', 'entered on the hosted page', hosted.cardPagePayment, withCard),
  pays('pix', 'Pix', 'scanned on the hosted page', hosted.pixPayment, onPage),
  pays(
    'pix-cancelled',
    'Pix',
    'cancelled on the hosted page',
    hosted.pixPayment,
    { at: 'hostedPage', action: 'cancel' },
    'declined, 121',
  ),
  {
    kind: 'leftOpen',
    name: 'pix-open',
    group: 'Pix',
    title: 'left open for you to pay',
    payment: hosted.pixPayment,
    expected: 'new, 0',
  },
  pays('mbway', 'MB WAY', 'authorised in the app', direct.mbwayPayment, atBank),
  pays(
    'mbway-declined',
    'MB WAY',
    'declined in the app',
    direct.mbwayPayment,
    { at: 'providerPage', action: 'decline' },
    'declined, 200',
  ),
  pays('multibanco', 'Multibanco', 'paid by entity and reference', hosted.multibancoPayment, onPage),
  pays('payid', 'PayID', 'approved at the bank', direct.payidPayment, atBank),
  pays('qr-code', 'QR code', 'Colombia, scanned', hosted.qrCodePayment, onPage),
  pays('mach', 'MACH wallet', 'Chile, approved in the wallet', hosted.walletMachPayment, onPage),
  pays('costa-rica', 'Cash', 'Costa Rica', direct.cashCostaRicaPayment, atBank),
  pays('uruguay', 'Cash', 'Uruguay, by voucher', hosted.cashUruguayPayment, onPage),
  pays('mexico-cash', 'Cash', 'Mexico, by voucher', hosted.cashMexicoPayment, onPage),
  pays('p2c-egypt', 'Peer to card', 'Egypt', direct.p2cEgyptPayment, atBank),
  pays(
    'p2c-uzbekistan',
    'Peer to card',
    'Uzbekistan, on the hosted page',
    hosted.p2cUzbekistanPayment,
    onPage,
  ),
  pays('mexico-clabe', 'Bank transfer', 'Mexico, to a CLABE', direct.mexicoClabePayment, { at: 'phone' }),
  {
    ...pays('mexico-details', 'Bank transfer', 'Mexico, its tracking key told', direct.mexicoClabePayment, {
      at: 'phone',
    }),
    trackingKey: 'TOUR0001',
  },
  pays('mexico-redirect', 'Bank transfer', 'Mexico, by redirect', direct.mexicoRedirectPayment, atBank),
  pays('peru', 'Bank transfer', 'Peru', direct.peruPayment, atBank),
];

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
  /** When the merchant chooses the beneficiary's bank: from the list of banks, or once the challenge asks. */
  readonly bankChoice: 'none' | 'beforehand' | 'whenAsked';
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

/** The tour's payouts as data: every payout row of the catalogue. Outcomes as those of the payments. */
export const payoutSteps: readonly PayoutStep[] = [
  { ...plain, name: 'payout-pix', title: 'Pix, to a CPF', payout: pixPayout },
  { ...plain, name: 'payout-bolivia', title: 'Bolivia', payout: boliviaPayout },
  {
    ...plain,
    name: 'payout-africa',
    title: 'Nigeria, bank taken from the list',
    payout: africaPayout,
    bankChoice: 'beforehand',
  },
  {
    ...plain,
    name: 'payout-africa-asked',
    title: 'Nigeria, bank asked for and confirmed',
    payout: africaPayout,
    bankChoice: 'whenAsked',
  },
  {
    ...plain,
    name: 'payout-declined',
    title: 'Nigeria, bank not supported',
    payout: africaPayout,
    bankChoice: 'beforehand',
    scenario: 'unsupported_bank',
    expected: 'declined, 1050',
  },
  {
    ...plain,
    name: 'payout-poor',
    title: 'Pix, more than there is',
    payout: pixPayout,
    payer: 'poor',
    expected: 'HTTP 400, 1',
  },
];
