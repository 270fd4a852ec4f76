import { connectorTerms } from '#gateway/connectors/registry';
import { describeMistake } from '../mistake.js';
import { readConfiguration, type ConfigurationReading } from '../read-configuration.js';

/** A whole configuration without a mistake; tests change one text of it. */
export const sound = `signed_hosts: [localhost]
timing:
  response_deadline: 30s
  provider_call: 20s
  lookup_call: 10s
  lookup: [5s, 5s, 1m]
  suspected_lookup: [5s, 1m]
  not_found_answers_min: 3
  unknown_review: 1h
  late_lookups: [10m, 1h]
  submit_max_age: { payment: 2m, payout: 24h }
  window: { hosted_page: 1h, card: 15m }
  callback_attempt: 15s
  callback_retries: [5s]
  endpoint_pause_after: 24h
  endpoint_probe: 1h
  bank_code_challenge: 7d
  bank_list_age: 10m
  recovery: [5s]
  retention: { personal: 90d }
  ended_page: 30d
merchants:
  shop: {}
providers:
  bank:
    connector: sandbox
    base_url: \${BANK_URL:-http://localhost:3002}
    types: [payment]
    methods: [card]
    currencies: [EUR]
    challenges: [redirect]
    settle: 60s
mids:
  bank_1: { provider: bank, credentials: { account: acct_1, secret: '\${BANK_SECRET}' } }
projects:
  shop:
    keys: { mk_shop: AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE= }
    callback_keys: { ck_shop: whsec_AgICAgICAgICAgICAgICAgICAgICAgIC }
    timing: { provider_call: 10s }
    routes: [{ mid: bank_1 }]
`;

/** Reads it with one variable set, and one secret file. */
export function readText(
  text: string,
  environment: Record<string, string> = { BANK_SECRET: 'from the environment' },
): ConfigurationReading {
  return readConfiguration(text, {
    environment,
    readSecretFile: (path) => (path === '/run/secrets/bank' ? 'from a file' : undefined),
    methods: ['card', 'pix'],
    connectors: connectorTerms,
    hashBlocked: (kind, value) => `${kind}: ${value}`,
  });
}

export function mistakesOf(text: string, environment?: Record<string, string>): string[] {
  const reading = readText(text, environment);
  return reading.kind === 'refused' ? reading.mistakes.map(describeMistake) : [];
}

/** The sound file with one text replaced, which must be in it. */
export function changed(from: string, to: string): string {
  if (!sound.includes(from)) throw new Error(`the sound file has ${from}`);
  return sound.replace(from, () => to);
}
