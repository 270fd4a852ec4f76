import {
  anyDurations,
  count,
  describing,
  durations,
  form,
  recordOf,
  section,
  type ByName,
  type Section,
} from './schema-parts.js';

const windows = describing<ByName<string> & { readonly hosted_page: string }>({
  ...recordOf(form('windowName'), form('duration')),
  properties: { hosted_page: form('duration') },
  required: ['hosted_page'],
});

export const timing = {
  response_deadline: form('duration'),
  provider_call: form('duration'),
  lookup_call: form('duration'),
  lookup: durations,
  suspected_lookup: durations,
  not_found_answers_min: count,
  unknown_review: form('duration'),
  late_lookups: durations,
  late_success_lookups: anyDurations,
  late_refund_lookups: anyDurations,
  refund_approval: form('duration'),
  submit_max_age: section({ payment: form('duration'), payout: form('duration'), refund: form('duration') }, [
    'payment',
    'payout',
  ]),
  window: windows,
  callback_attempt: form('duration'),
  callback_retries: durations,
  endpoint_pause_after: form('duration'),
  endpoint_probe: form('duration'),
  bank_code_challenge: form('duration'),
  bank_list_age: form('duration'),
  recovery: durations,
  retention: section({ personal: form('duration'), history: form('duration') }, ['personal']),
  ended_page: form('duration'),
  vault_key: form('duration'),
  reconcile_lag: form('duration'),
  settlement_due: form('duration'),
  period_grace: form('duration'),
};

/** Every timing, with a value for each. */
export type WholeTiming = Section<typeof timing, keyof typeof timing>;

/** A file from before there were refunds has none. */
export const usualRefundAge = '24h';

/** What applies where neither the file nor the project sets a timing; docs/configuration.md explains each. */
export const usualTiming: WholeTiming = {
  response_deadline: '30s',
  provider_call: '20s',
  lookup_call: '10s',
  lookup: ['5s', '10s', ...Array<string>(7).fill('15s'), '30s', '1m', '5m', '15m', '1h'],
  suspected_lookup: ['5s', '1m', '10m'],
  not_found_answers_min: 3,
  unknown_review: '1h',
  late_lookups: ['10m', '1h', '6h', '24h'],
  late_success_lookups: ['1d', '30d'],
  late_refund_lookups: ['1d', '7d', '30d'],
  refund_approval: '7d',
  submit_max_age: { payment: '2m', payout: '24h', refund: usualRefundAge },
  window: { hosted_page: '1h', mbway: '5m' },
  callback_attempt: '15s',
  callback_retries: ['5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h'],
  endpoint_pause_after: '24h',
  endpoint_probe: '1h',
  bank_code_challenge: '7d',
  bank_list_age: '10m',
  recovery: ['5s', '30s', '1m', '5m', '15m'],
  retention: { personal: '90d' },
  ended_page: '30d',
  vault_key: '1h',
  reconcile_lag: '3d',
  settlement_due: '5d',
  period_grace: '1h',
};
