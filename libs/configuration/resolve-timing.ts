import type { Timing } from '#domain/configuration/configuration';
import { toMilliseconds } from './durations.js';
import { usualRefundAge, type WholeTiming } from './timing-schema.js';

/** Durations to milliseconds. `window.default` becomes the window of every method that has none of its own. */
export function resolveTiming(written: WholeTiming, methods: readonly string[]): Timing {
  const { default: rest, ...named } = written.window;
  const windows = rest === undefined ? [] : methods.map((method) => [method, rest] as const);
  return {
    responseDeadlineMs: toMilliseconds(written.response_deadline),
    providerCallMs: toMilliseconds(written.provider_call),
    lookupCallMs: toMilliseconds(written.lookup_call),
    lookupMs: written.lookup.map(toMilliseconds),
    suspectedLookupMs: written.suspected_lookup.map(toMilliseconds),
    notFoundAnswersMin: written.not_found_answers_min,
    unknownReviewMs: toMilliseconds(written.unknown_review),
    lateLookupsMs: written.late_lookups.map(toMilliseconds),
    lateSuccessLookupsMs: written.late_success_lookups.map(toMilliseconds),
    lateRefundLookupsMs: written.late_refund_lookups.map(toMilliseconds),
    refundApprovalMs: toMilliseconds(written.refund_approval),
    submitMaxAgeMs: {
      payment: toMilliseconds(written.submit_max_age.payment),
      payout: toMilliseconds(written.submit_max_age.payout),
      refund: toMilliseconds(written.submit_max_age.refund ?? usualRefundAge),
    },
    windowMs: Object.fromEntries(
      [...windows, ...Object.entries(named)].map(([name, window]) => [name, toMilliseconds(window)]),
    ),
    callbackAttemptMs: toMilliseconds(written.callback_attempt),
    callbackRetriesMs: written.callback_retries.map(toMilliseconds),
    endpointPauseAfterMs: toMilliseconds(written.endpoint_pause_after),
    endpointProbeMs: toMilliseconds(written.endpoint_probe),
    bankCodeChallengeMs: toMilliseconds(written.bank_code_challenge),
    bankListAgeMs: toMilliseconds(written.bank_list_age),
    recoveryMs: written.recovery.map(toMilliseconds),
    retentionPersonalMs: toMilliseconds(written.retention.personal),
    ...(written.retention.history !== undefined && {
      retentionHistoryMs: toMilliseconds(written.retention.history),
    }),
    endedPageMs: toMilliseconds(written.ended_page),
    vaultKeyMs: toMilliseconds(written.vault_key),
    reconcileLagMs: toMilliseconds(written.reconcile_lag),
    settlementDueMs: toMilliseconds(written.settlement_due),
    periodGraceMs: toMilliseconds(written.period_grace),
  };
}
