import { africaPayout, boliviaPayout, pixPayout } from './sample-payouts.js';
import type { SamplePayout } from './sample-order.js';

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
