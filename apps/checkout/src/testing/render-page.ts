import { languages } from '../languages/languages.js';
import type { PageContent } from '../payment-page/page-content.js';
import { paymentPage } from '../payment-page/payment-page.js';
import type { View } from '../payment-page/view.js';
import { samplePayment } from './sample-payment.js';

/** Every view of a page, in each of its forms. */
export const views: readonly View[] = [
  ...(['redirect', 'qr', 'multibanco', 'voucher', 'ussd', 'bank_transfer_mexico'] as const).map(
    (leadsTo) => ({ kind: 'form', asksCard: false, leadsTo }) as const,
  ),
  { kind: 'form', asksCard: true, leadsTo: 'redirect' },
  { kind: 'leaving', url: 'https://bank.example/?a=1&b=2' },
  { kind: 'waiting' },
  {
    kind: 'instructions',
    challenge: { type: 'qr', payload: 'QR', instructionsUrl: 'https://bank.example/' },
  },
  { kind: 'instructions', challenge: { type: 'ussd', code: '*1#' } },
  { kind: 'instructions', challenge: { type: 'bank_transfer_mexico', clabe: '012' } },
  { kind: 'instructions', challenge: { type: 'multibanco', entity: '1', reference: '2' } },
  {
    kind: 'instructions',
    challenge: { type: 'voucher', number: '1', payBy: '2030-01-01', places: ['Kiosk'] },
  },
  ...(['success', 'cancelled', 'declined', 'error', 'expired'] as const).flatMap((outcome) => [
    {
      kind: 'ended',
      outcome,
      reason: 'card',
      url: 'https://shop.example/',
      isPast: false,
      mayBePaid: false,
    } as const,
    { kind: 'ended', outcome, reason: 'blocked', url: undefined, isPast: false, mayBePaid: false } as const,
    {
      kind: 'ended',
      outcome,
      reason: 'other',
      url: 'https://shop.example/',
      isPast: true,
      mayBePaid: false,
    } as const,
  ]),
];

/** The content of the page of the sample payment. */
export function pageOf(
  view: View,
  language: keyof typeof languages = 'en',
  place: 'page' | 'return' = 'page',
  changes: Partial<PageContent> = {},
): PageContent {
  return {
    payment: { ...samplePayment, finishedAt: new Date('2030-01-02T03:04:00Z') },
    brand: {
      name: 'Shop & <Co>',
      stylesheetPath: '/brand/a.css',
      logoPath: '/brand/a.png',
      links: { terms: 'https://shop.example/terms?a=1&b=2' },
      cards: ['visa'],
      marks: {},
    },
    words: languages[language],
    isTestMode: false,
    isVisited: true,
    locale: language,
    now: new Date(),
    view,
    place,
    path: '/p/token',
    proof: 'proof',
    ...changes,
  };
}

/** The page of the sample payment as HTML. */
export function renderPage(...content: Parameters<typeof pageOf>): string {
  return paymentPage(pageOf(...content)).markup;
}
