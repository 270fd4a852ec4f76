import type { Timing } from '#domain/configuration';
import { parseDuration } from './parse-duration.js';
import type { WrittenTiming } from './written-configuration.js';

/** What need not be said: a file from before there were these says nothing of them. */
export const usualTiming = { ended_page: '30d', vault_key: '1h' } as const;

/** Durations to milliseconds. `window.default` becomes the window of every method that has none of its own. */
export function resolveTiming(written: WrittenTiming, methods: readonly string[]): Timing {
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
    submitMaxAgeMs: {
      payment: toMilliseconds(written.submit_max_age.payment),
      payout: toMilliseconds(written.submit_max_age.payout),
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
    sweepMs: written.sweep.map(toMilliseconds),
    retentionPersonalMs: toMilliseconds(written.retention.personal),
    endedPageMs: toMilliseconds(written.ended_page ?? usualTiming.ended_page),
    vaultKeyMs: toMilliseconds(written.vault_key ?? usualTiming.vault_key),
  };
}

/** Only for texts whose form is checked. */
export function toMilliseconds(duration: string): number {
  const milliseconds = parseDuration(duration);
  if (milliseconds === undefined) throw new Error('the schema lets only durations through');
  return milliseconds;
}
