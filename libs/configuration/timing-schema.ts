import {
  anyDurations,
  count,
  describing,
  durations,
  form,
  recordOf,
  section,
  type ByName,
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
  submit_max_age: section({ payment: form('duration'), payout: form('duration') }, ['payment', 'payout']),
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
};

/** Defaults of settings that files of earlier releases do not have. */
export const usualTiming = {
  ended_page: '30d',
  vault_key: '1h',
  late_success_lookups: ['1d', '30d'],
} as const;

export type NeededTiming = Exclude<keyof typeof timing, keyof typeof usualTiming>;
export const neededTiming = (Object.keys(timing) as (keyof typeof timing)[]).filter(
  (name): name is NeededTiming => !(name in usualTiming),
);
