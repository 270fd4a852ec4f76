import type { Configuration, Project, Timing } from '../configuration/configuration.js';
import type { PlannedLimit } from '../limits/counted-limits.js';
import type { Method } from '../methods/method.js';
import type { TransactionType } from './status.js';

/**
 * The part of the configuration that a transaction keeps: its routes, in order, and its timings. Stored with the transaction
 * and given to its workflow, so that later changes of the configuration do not affect it.
 */
export type Plan = {
  readonly routes: readonly PlannedRoute[];
  readonly timing: PlannedTiming;
  /** Of a refund. */
  readonly refund?: PlannedRefund;
  /** Limits in which the transaction counts. Those of a MID hold while the transaction is routed to it. */
  readonly limits?: readonly PlannedLimit[];
  /** Maximum number of further cards that its page takes after declined ones (contract §9). Absent: none. */
  readonly retries?: number;
};

/** The terms under which a refund was registered, which the database checks with what is left of the payment (contract §15). */
export type PlannedRefund = {
  /** The account that it is taken from. */
  readonly from: 'collected' | 'available';
  /** Maximum number of refunds of the payment that count. */
  readonly max: number;
  /** Decimals of the payment's billing currency. */
  readonly billingDecimals: number;
  /** The provider keeps no reference of ours: the next refund of the payment is sent when this one is found, or has ended. */
  readonly oneAtATime?: boolean;
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
  /** Late look-ups, counted from an end by "not found". Absent in older plans. */
  readonly lateLookupsMs?: readonly number[];
  /** Late look-ups, counted from the success of a payment or refund. Absent in older plans, which have none. */
  readonly lateSuccessLookupsMs?: readonly number[];
  readonly callbackAttemptMs: number;
  readonly callbackRetriesMs: readonly number[];
};

/**
 * The time in milliseconds after its row within which an attempt may be sent (contract §9). It is never sent later, so that
 * a provider that does not know it after the settle time will never receive it.
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
      lateSuccessLookupsMs: type === 'refund' ? timing.lateRefundLookupsMs : timing.lateSuccessLookupsMs,
      callbackAttemptMs: timing.callbackAttemptMs,
      callbackRetriesMs: timing.callbackRetriesMs,
    },
    ...(limits.length > 0 && { limits }),
  };
}

/** Time to pay in milliseconds: as configured for the method's code, or else from the catalogue. */
export function windowOf(timing: Timing, method: Pick<Method, 'code' | 'windowMs'>): number {
  return timing.windowMs[method.code] ?? method.windowMs ?? timing.windowMs['default'] ?? 0;
}
