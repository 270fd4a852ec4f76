import { reviewCauses } from '#domain/reviews/review-causes';
import {
  finalStatuses,
  statusSources,
  transactionStatuses,
  transactionTypes,
} from '#domain/transaction/status';
import { overloadCauses } from '#runtime/adaptive-limit';
import { applications, books, type Family } from './family.js';
import { statementFamilies } from './statement-families.js';

/**
 * The result of a submit (contract §9). A final answer other than success is a hard decline; an order that we refused was
 * not sent.
 */
export const attemptOutcomes = [
  'accepted',
  'success',
  'declined_soft',
  'declined_hard',
  'not_sent',
  'unknown',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

const http = { method: 'verb', route: 'route', status: 'status' } as const;
const provider = { provider: 'provider' } as const;
const type = { type: transactionTypes } as const;
/** Task queues, as `libs/contracts/task-queues.ts` names them, and what waits there. */
const backlog = {
  queue: ['transactions', 'look-ups', 'deliveries'],
  kind: ['workflow', 'activity'],
} as const;
const callSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30] as const;
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
const lagSeconds = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 18_000, 86_400, 345_600] as const;

/**
 * All our families of series, in the order of docs/series.md, which is generated from them. Nothing in a label names a
 * merchant, a reference or a customer (contract §14).
 */
export const families = {
  gateway_build_info: {
    kind: 'gauge',
    help: 'Always 1: which release runs, on which Node',
    from: applications,
    labels: { application: applications, build: 'release', node: 'release' },
  },
  gateway_configuration_version: {
    kind: 'gauge',
    help: 'Version of the configuration that is in force in this process',
    from: applications,
    labels: {},
  },
  gateway_database_connections: {
    kind: 'gauge',
    help: "Connections of this process's pool, and callers that wait for one",
    from: applications,
    labels: { state: ['busy', 'idle', 'waiting'] },
  },
  gateway_certificate_left_seconds: {
    kind: 'gauge',
    help: 'Time until the client certificate for Temporal ends; absent without a certificate',
    from: applications,
    labels: {},
  },
  gateway_http_requests_total: {
    kind: 'counter',
    help: 'Requests answered',
    from: ['api', 'checkout'],
    labels: http,
  },
  gateway_http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from a request to the end of its answer',
    from: ['api', 'checkout'],
    labels: http,
    buckets: requestSeconds,
  },
  gateway_refused_signatures_total: {
    kind: 'counter',
    help: 'Requests under /v2 whose signature was refused, by cause',
    from: ['api'],
    labels: {
      cause: [
        'headerNotAccepted',
        'bodyNotAccepted',
        'targetNotAccepted',
        'headerMissing',
        'headerRepeated',
        'signatureMalformed',
        'dateMalformed',
        'dateSkewed',
        'hostNotAccepted',
        'digestWrong',
        'keyUnknown',
        'signatureWrong',
      ],
    },
  },
  gateway_creates_under_way: {
    kind: 'gauge',
    help: 'Creates of new references that are not answered yet',
    from: ['api'],
    labels: {},
  },
  gateway_creates_limit: {
    kind: 'gauge',
    help: 'How many of them there may be while there is more to do than can be done in time; absent otherwise',
    from: ['api'],
    labels: {},
  },
  gateway_creates_refused_total: {
    kind: 'counter',
    help: 'Creates refused beyond that limit, by what was too slow when it was last lowered: workers, or this process',
    from: ['api'],
    labels: { cause: overloadCauses },
  },
  gateway_provider_callbacks_total: {
    kind: 'counter',
    help: 'Callbacks of providers: about one of our attempts, about none, a repetition, a hint that only causes a look-up, or with a wrong signature',
    from: ['api'],
    labels: { ...provider, result: ['matched', 'unmatched', 'repeated', 'hint', 'refused'] },
  },
  gateway_circuit_open: {
    kind: 'gauge',
    help: '1 while the circuit is open: the last calls to the MID in a row could not be sent, or were not answered in time',
    from: ['api'],
    labels: { mid: 'mid', ...provider },
  },
  gateway_attempts_total: {
    kind: 'counter',
    help: 'Submits to providers, by what they came to',
    from: ['worker'],
    labels: { ...provider, mid: 'mid', ...type, method: 'method', outcome: attemptOutcomes },
  },
  gateway_provider_call_seconds: {
    kind: 'histogram',
    help: 'Time of a call to a provider, answered or not',
    from: ['api', 'worker'],
    labels: {
      ...provider,
      operation: [
        'prepare',
        'submit',
        'look_up',
        'cancel',
        'transfer_details',
        'list_banks',
        'resolve_account',
      ],
    },
    buckets: callSeconds,
  },
  gateway_finals_total: {
    kind: 'counter',
    help: 'Transactions that ended, by their provider and by who ended them',
    from: ['worker'],
    labels: { ...provider, ...type, method: 'method', status: finalStatuses, source: statusSources },
  },
  gateway_callbacks_total: {
    kind: 'counter',
    help: 'Attempts to deliver a callback to a merchant, by what followed',
    from: ['worker'],
    labels: { result: ['delivered', 'retry', 'stopped', 'exhausted', 'stays'] },
  },
  gateway_callback_lag_seconds: {
    kind: 'histogram',
    help: 'Time from the final state to the delivery of its callback, by the attempt that was taken',
    from: ['worker'],
    labels: { attempt: ['first', 'later'] },
    buckets: lagSeconds,
  },
  gateway_recovery_total: {
    kind: 'counter',
    help: 'What recovery came to: a workflow was missing and started, failed and was replaced, ran, was signalled, or was refused',
    from: ['worker'],
    labels: {
      kind: ['transaction', 'review', 'transfer', 'late_lookup', 'redelivery', 'statement', 'difference'],
      result: ['restarted', 'replaced', 'running', 'signalled', 'refused'],
    },
  },
  gateway_bulkhead_taken: {
    kind: 'gauge',
    help: 'Calls under way; of deliveries those of the merchant or host with the most, without a name',
    from: ['worker'],
    labels: { bulkhead: ['submit', 'look_up', 'merchant', 'host'], mid: 'mid' },
  },
  gateway_bulkhead_slots: {
    kind: 'gauge',
    help: 'How many calls may be under way in one bulkhead',
    from: ['worker'],
    labels: { bulkhead: ['submit', 'look_up', 'merchant', 'host'] },
  },
  gateway_backlog_tasks: {
    kind: 'gauge',
    help: 'Tasks at Temporal that no worker has taken, as it estimates them; absent while it does not answer',
    from: ['worker'],
    labels: backlog,
  },
  gateway_backlog_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest of them; the same from every worker',
    from: ['worker'],
    labels: backlog,
  },
  gateway_figures_known: {
    kind: 'gauge',
    help: '1 while the figures out of Postgres can be computed',
    from: ['worker'],
    labels: {},
  },
  gateway_open_transactions: books('Transactions that are not final', {
    ...type,
    status: transactionStatuses,
  }),
  gateway_unknown_open: books('Open transactions whose last submit has no known outcome', {
    ...provider,
    ...type,
  }),
  gateway_unknown_oldest_seconds: books('Age of the oldest of them', { ...provider, ...type }),
  gateway_open_reviews: books('Reviews waiting for a person', { cause: [...reviewCauses, 'other'] }),
  gateway_review_oldest_seconds: books('Age of the oldest open review', {}),
  gateway_refunds_open: books('Refunds that have no end yet', {}),
  gateway_refund_oldest_seconds: books('Age of the oldest of them', {}),
  gateway_overrefunded: books('Payments under review because more of them went back than was paid', {}),
  gateway_disputes_due: books('Disputes that must be answered within 48 hours, at the provider', {}),
  gateway_pending_callbacks: books('Final results and reversals not yet delivered to the merchant', {
    state: ['pending', 'paused'],
  }),
  gateway_callback_oldest_seconds: books('Age of the oldest of them', { state: ['pending', 'paused'] }),
  gateway_paused_endpoints: books('Endpoints of merchants that are paused', {}),
  gateway_inbox_unread: books('Callbacks of providers that no workflow has looked at', provider),
  gateway_inbox_oldest_seconds: books('Age of the oldest of them', provider),
  gateway_inbox_unmatched: books('Callbacks about none of our attempts, counted up to 1,000', {}),
  gateway_recovery_due: books('Workflows that recovery is to ensure now', {}),
  gateway_recovery_oldest_seconds: books('For how long the first of them has been due', {}),
  gateway_event_feed_lag_seconds: books('Age of the oldest event that the feed holds back', {}),
  gateway_vault_overdue: books('Cards in the vault whose time is over', {}),
  gateway_months_ahead_seconds: books('How long the months of history last that are made ahead', {}),
  gateway_books_difference: books('Differences that the last `ledger:check` found', {}),
  gateway_books_proof_age_seconds: books('Age of the last `ledger:check`', {}),
  ...statementFamilies,
} as const satisfies Readonly<Record<string, Family>>;

type Families = typeof families;
export type FamilyName = keyof Families;

/** Names of the families of one kind. */
export type NamesOf<Kind extends Family['kind']> = {
  [Name in FamilyName]: Families[Name]['kind'] extends Kind ? Name : never;
}[FamilyName];

/** The labels of one family; a label with a list takes a value of the list. */
export type LabelsOf<Name extends FamilyName> = {
  readonly [
    Label in keyof Families[Name]['labels']
  ]: Families[Name]['labels'][Label] extends readonly (infer Value)[] ? Value : string;
};

/** One series of a gauge, and its value now. */
export type Sample<Name extends FamilyName> = { readonly labels: LabelsOf<Name>; readonly value: number };
