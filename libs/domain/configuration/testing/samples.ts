import { usualRefunds } from '../../refunds/project-refunds.js';
import type { Configuration, Mid, Project, Provider, Route, Timing } from '../configuration.js';

/** Each duration is another one, so that none can stand in the place of another. */
export const sampleTiming: Timing = {
  responseDeadlineMs: 1,
  providerCallMs: 2,
  lookupCallMs: 3,
  lookupMs: [4],
  suspectedLookupMs: [5],
  notFoundAnswersMin: 6,
  unknownReviewMs: 7,
  lateLookupsMs: [8],
  lateSuccessLookupsMs: [9],
  lateRefundLookupsMs: [26],
  submitMaxAgeMs: { payment: 10, payout: 11, refund: 25 },
  windowMs: { card: 12, default: 13, hosted_page: 14 },
  callbackAttemptMs: 15,
  callbackRetriesMs: [16],
  endpointPauseAfterMs: 17,
  endpointProbeMs: 18,
  bankCodeChallengeMs: 19,
  bankListAgeMs: 20,
  recoveryMs: [21],
  retentionPersonalMs: 22,
  endedPageMs: 23,
  vaultKeyMs: 24,
  refundApprovalMs: 27,
  reconcileLagMs: 28,
  settlementDueMs: 29,
  periodGraceMs: 30,
};

export function sampleProject(fields: Partial<Project> = {}): Project {
  return {
    merchant: 'owner',
    enabled: true,
    keys: [],
    callbackKeys: [],
    methods: 'all',
    callbackTargets: [],
    callbackRate: 1,
    defaults: {},
    strictDocuments: false,
    refunds: usualRefunds,
    timing: sampleTiming,
    ...fields,
  };
}

export function sampleProvider(fields: Partial<Provider> = {}): Provider {
  return {
    connector: 'sandbox',
    enabled: true,
    baseUrl: 'https://bank.example',
    types: ['payment', 'payout'],
    methods: 'all',
    currencies: 'all',
    requires: {},
    limits: {},
    challenges: [],
    settleMs: 1_000,
    ...fields,
  };
}

export function sampleMid(fields: Partial<Mid> = {}): Mid {
  return { provider: 'bank', enabled: true, ...fields };
}

/** A route of the project `shop` to the MID of the same name. */
export function sampleRoute(name: string, fields: Partial<Route> = {}): Route {
  return {
    name,
    project: 'shop',
    types: ['payment', 'payout'],
    methods: 'all',
    mid: name,
    priority: 1,
    bankCodeChallenges: [],
    ...fields,
  };
}

/** The project `shop` and the provider `bank`, without routes. */
export function sampleConfiguration(parts: Partial<Configuration> = {}): Configuration {
  return {
    signedHosts: [],
    timing: sampleTiming,
    merchants: {},
    projects: { shop: sampleProject() },
    providers: { bank: sampleProvider() },
    mids: {},
    routes: [],
    rates: [],
    blocklist: { customers: [], cards: [] },
    ...parts,
  };
}
