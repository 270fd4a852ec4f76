import type { Configuration, Mid, Project, Provider, Timing } from '../../configuration/configuration.js';
import { usualRefunds, type ProjectRefunds } from '../project-refunds.js';

/** What a test has otherwise than usual. */
export type Unusual = {
  readonly provider?: Partial<Provider>;
  readonly mid?: Partial<Mid>;
  readonly project?: Partial<Project>;
  readonly refunds?: Partial<ProjectRefunds>;
};

/** One shop with one MID at one bank, which takes, pays out and refunds everything. */
export function refundingConfiguration({ provider, mid, project, refunds }: Unusual = {}): Configuration {
  return {
    signedHosts: [],
    timing,
    merchants: { shop: { name: 'Shop', enabled: true, openingBalances: {} } },
    projects: {
      shop: {
        merchant: 'shop',
        enabled: true,
        keys: [],
        callbackKeys: [],
        methods: 'all',
        callbackTargets: [],
        callbackRate: 50,
        defaults: {},
        strictDocuments: false,
        refunds: { ...usualRefunds, ...refunds },
        timing,
        ...project,
      },
    },
    providers: {
      bank: {
        connector: 'sandbox',
        enabled: true,
        baseUrl: 'http://localhost',
        types: ['payment', 'payout', 'refund'],
        methods: 'all',
        currencies: 'all',
        requires: {},
        limits: {},
        challenges: [],
        settleMs: 60_000,
        ...provider,
      },
    },
    mids: { bank_1: { provider: 'bank', enabled: true, credentials: { account: 'acct_1' }, ...mid } },
    routes: [
      {
        name: 'bank_1',
        project: 'shop',
        types: ['payment', 'payout'],
        methods: 'all',
        mid: 'bank_1',
        priority: 1,
        bankCodeChallenges: [],
      },
    ],
    rates: [],
    blocklist: { customers: [], cards: [] },
  };
}

const timing: Timing = {
  responseDeadlineMs: 30_000,
  providerCallMs: 20_000,
  lookupCallMs: 10_000,
  lookupMs: [5_000],
  suspectedLookupMs: [5_000],
  notFoundAnswersMin: 3,
  unknownReviewMs: 3_600_000,
  lateLookupsMs: [],
  lateSuccessLookupsMs: [],
  lateRefundLookupsMs: [],
  refundApprovalMs: 604_800_000,
  submitMaxAgeMs: { payment: 120_000, payout: 86_400_000, refund: 86_400_000 },
  windowMs: {},
  callbackAttemptMs: 15_000,
  callbackRetriesMs: [],
  endpointPauseAfterMs: 86_400_000,
  endpointProbeMs: 3_600_000,
  bankCodeChallengeMs: 604_800_000,
  bankListAgeMs: 600_000,
  recoveryMs: [5_000],
  retentionPersonalMs: 7_776_000_000,
  endedPageMs: 2_592_000_000,
  vaultKeyMs: 3_600_000,
  reconcileLagMs: 259_200_000,
  settlementDueMs: 432_000_000,
  periodGraceMs: 3_600_000,
};
