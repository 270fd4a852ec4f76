import type { Configuration, Project, Timing } from '../configuration/configuration.js';
import type { PlannedLimit } from '../limits/counted-limits.js';
import type { Method } from '../methods/method.js';
import type { TransactionType } from './status.js';

/**
 * The part of the configuration that one transaction keeps for life: where it may be sent, in order, and how long
 * each wait lasts. Stored with the transaction and handed to its workflow, so that a later change never reaches it.
 */
export type Plan = {
  readonly routes: readonly PlannedRoute[];
  readonly timing: PlannedTiming;
  /** Absent: it counts in no limit. Those of a MID hold while it is the transaction's. */
  readonly limits?: readonly PlannedLimit[];
};

export type PlannedRoute = { readonly route: string; readonly mid: string; readonly provider: string };
/** Routes that a transaction may take, in the order of preference. */
export type Candidates = readonly [PlannedRoute, ...PlannedRoute[]];

/** Milliseconds. */
export type PlannedTiming = {
  readonly providerCallMs: number;
  readonly lookupCallMs: number;
  readonly lookupMs: readonly number[];
  readonly notFoundAnswersMin: number;
  readonly unknownReviewMs: number;
  readonly settleMs: number;
  readonly submitMaxAgeMs: number;
  /** From the submit until the customer can no longer pay. */
  readonly windowMs: number;
  /** From the registration until an unposted hosted page closes. */
  readonly hostedPageMs: number;
  /** From an end by "not found": when the provider is asked about it once more. Absent in older plans. */
  readonly lateLookupsMs?: readonly number[];
  /** From the success of a payment: when its provider is asked whether it still says so. Absent in older plans: never. */
  readonly lateSuccessLookupsMs?: readonly number[];
  readonly callbackAttemptMs: number;
  readonly callbackRetriesMs: readonly number[];
};

/**
 * How long after its row an attempt may still be sent, in milliseconds (contract §9). Later than that it is not sent at
 * all, so that a provider which knows nothing of it when it has settled was never asked, and never will be.
 */
export function sendWithinMs({
  providerCallMs,
  settleMs,
}: Pick<PlannedTiming, 'providerCallMs' | 'settleMs'>): number {
  return Math.min(providerCallMs, settleMs / 2);
}

export function planTransaction(
  configuration: Configuration,
  project: Project,
  type: TransactionType,
  method: Pick<Method, 'code' | 'windowMs'>,
  routes: readonly PlannedRoute[],
  limits: readonly PlannedLimit[] = [],
): Plan {
  const timing: Timing = project.timing;
  const settle = routes.map((route) => configuration.providers[route.provider]?.settleMs ?? 0);
  return {
    routes,
    timing: {
      providerCallMs: timing.providerCallMs,
      lookupCallMs: timing.lookupCallMs,
      lookupMs: timing.lookupMs,
      notFoundAnswersMin: timing.notFoundAnswersMin,
      unknownReviewMs: timing.unknownReviewMs,
      settleMs: Math.max(0, ...settle),
      submitMaxAgeMs: timing.submitMaxAgeMs[type],
      windowMs: windowOf(timing, method),
      hostedPageMs: timing.windowMs['hosted_page'] ?? 0,
      lateLookupsMs: timing.lateLookupsMs,
      lateSuccessLookupsMs: timing.lateSuccessLookupsMs,
      callbackAttemptMs: timing.callbackAttemptMs,
      callbackRetriesMs: timing.callbackRetriesMs,
    },
    ...(limits.length > 0 && { limits }),
  };
}

/** How long a payment may be paid, in milliseconds: as configured for the code, else as the catalogue has it. */
export function windowOf(timing: Timing, method: Pick<Method, 'code' | 'windowMs'>): number {
  return timing.windowMs[method.code] ?? method.windowMs ?? timing.windowMs['default'] ?? 0;
}
