import { cardBrands } from '#domain/card';
import { bankCodeChallenges, mismatchRules, noAnswerRules, shopLinks } from '#domain/configuration';
import { urlFields } from '#domain/methods/method';
import { blockScopes } from '#domain/risk/block';
import { transactionTypes } from '#domain/transaction/status';
import type { FormName } from './text-forms.js';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };
const flag: Schema = { type: 'boolean' };
const count: Schema = { type: 'integer', minimum: 1 };
/** As text, or as a whole number: a float would lose digits. */
const amount: Schema = { type: ['integer', 'string'], format: 'decimal', minimum: 0 };
const limits = section({ min: amount, max: amount });
/** One amount for every currency, or currencies by name; `all` for the others. */
const periodAmount: Schema = {
  ...recordOf(form('currencyOrAll'), amount),
  ...amount,
  type: ['integer', 'string', 'object'],
  minProperties: 1,
};
const periodLimit = { amount: periodAmount, count };
const period: Schema = {
  ...section({ ...periodLimit, payment: section(periodLimit), payout: section(periodLimit) }),
  minProperties: 1,
};
const countedLimits: Readonly<Record<string, Schema>> = { per_day: period, per_month: period };
/** A ladder of waits: the same one may stand several times. */
const durations: Schema = { type: 'array', items: form('duration'), minItems: 1 };
const types = listOf(oneOf(transactionTypes));
const methods = listOrAll(form('method'));
const currencyList = listOrAll(form('currency'));
/** One list for every method, or by method; `all` for the others. */
const currencies: Schema = {
  ...recordOf(form('methodOrAll'), currencyList),
  ...currencyList,
  type: ['array', 'string', 'object'],
  properties: { all: currencyList },
  required: ['all'],
};
const challengeTypes = oneOf([
  'redirect',
  'ussd',
  'bank_transfer_mexico',
  'bank_code',
  'qr',
  'multibanco',
  'voucher',
]);

const timing: Readonly<Record<string, Schema>> = {
  response_deadline: form('duration'),
  provider_call: form('duration'),
  lookup_call: form('duration'),
  lookup: durations,
  suspected_lookup: durations,
  not_found_answers_min: count,
  unknown_review: form('duration'),
  late_lookups: durations,
  submit_max_age: section({ payment: form('duration'), payout: form('duration') }, ['payment', 'payout']),
  window: {
    ...recordOf(form('windowName'), form('duration')),
    properties: { hosted_page: form('duration') },
    required: ['hosted_page'],
  },
  callback_attempt: form('duration'),
  callback_retries: durations,
  endpoint_pause_after: form('duration'),
  endpoint_probe: form('duration'),
  bank_code_challenge: form('duration'),
  bank_list_age: form('duration'),
  sweep: durations,
  retention: section({ personal: form('duration') }, ['personal']),
  ended_page: form('duration'),
  vault_key: form('duration'),
};

const merchant: Readonly<Record<string, Schema>> = {
  name: text,
  enabled: flag,
  opening_balances: recordOf(form('currency'), amount),
  customer_limits: section(countedLimits),
};

const provider: Readonly<Record<string, Schema>> = {
  connector: form('connector'),
  enabled: flag,
  base_url: form('url'),
  types,
  methods,
  currencies,
  challenges: listOf(challengeTypes),
  requires: recordOf(form('methodOrAll'), listOf(form('fieldPath'))),
  limits: recordOf(form('methodOrAll'), limits),
  resolve_accounts: {
    ...section({ mismatch: oneOf(mismatchRules), no_answer: oneOf(noAnswerRules) }),
    type: ['object', 'boolean'],
  },
  settle: form('duration'),
  circuit: {
    ...section({ failures: count, cooldown: form('duration') }, ['failures', 'cooldown']),
    type: ['object', 'string'],
    format: 'none',
  },
};

const mid = section(
  {
    provider: text,
    enabled: flag,
    credentials: recordOf(form('name'), text),
    methods,
    currencies,
    requires: recordOf(form('methodOrAll'), listOf(form('fieldPath'))),
    limits: recordOf(form('methodOrAll'), limits),
    counted_limits: section(countedLimits),
    requests_per_second_max: count,
  },
  ['provider'],
);

const route = section(
  {
    mid: text,
    name: form('name'),
    types,
    methods,
    priority: count,
    weight: count,
    currencies: someOf(form('currency')),
    countries: someOf(form('country')),
    amount: { ...recordOf(form('amountName'), limits), properties: { min: amount, max: amount } },
    bins: someOf(form('cardPrefix')),
    when: section({ meta: { ...recordOf(text, someOf(text)), minProperties: 1 } }, ['meta']),
    bank_code_challenges: listOf(oneOf(bankCodeChallenges)),
    fixture: flag,
  },
  ['mid'],
);

const callbackTarget = section(
  {
    scheme: oneOf(['http', 'https']),
    host: form('host'),
    ports: listOf({ type: 'integer', minimum: 1, maximum: 65_535 }),
    cidrs: { ...listOf(form('cidr')), minItems: 1 },
  },
  ['scheme', 'host', 'cidrs'],
);

/** A number, or one for each of them. */
const declines: Schema = {
  ...section({ customer: count, address: count }),
  type: ['integer', 'object'],
  minimum: 1,
  minProperties: 1,
};

const risk = section({
  card_testing: section({ declines, within: form('duration'), blocked_for: form('duration') }, [
    'declines',
    'within',
    'blocked_for',
  ]),
  faulty_forms: count,
});

const sharedByProjects: Readonly<Record<string, Schema>> = {
  callback_keys: { ...recordOf(form('keyId'), form('callbackSecret')), minProperties: 1 },
  methods,
  callback_targets: listOf(callbackTarget),
  callback_rate: count,
  default_urls: section(Object.fromEntries(urlFields.map((field) => [field, form('url')]))),
  strict_documents: flag,
  limits: section({ min: amount, max: amount, ...countedLimits }),
  payouts_in_flight_max: count,
  requests_per_second_max: count,
  project_requests_per_second_max: count,
  risk,
  billing_currency: form('currency'),
  page: section({
    name: text,
    color: form('color'),
    logo: text,
    links: section(Object.fromEntries(shopLinks.map((link) => [link, form('httpsUrl')]))),
    cards: someOf(oneOf(cardBrands)),
  }),
  timing: section(timing),
  routes: listOf(route),
};

/** Keys may be kept in Postgres alone. */
const project = section({
  merchant: text,
  enabled: flag,
  keys: { ...recordOf(form('keyId'), form('requestSecret')), minProperties: 1 },
  ...sharedByProjects,
});

const rate = section(
  {
    from: form('currency'),
    to: form('currency'),
    rate: amount,
    source: text,
    valid_from: form('instant'),
    valid_until: form('instant'),
    fixture: flag,
  },
  ['from', 'to', 'rate', 'source'],
);

const block: Readonly<Record<string, Schema>> = {
  scope: oneOf(blockScopes),
  applies_to: listOrAll(text),
  reason: text,
  author: text,
  expires: form('instant'),
};

const blockedCustomer: Readonly<Record<string, Schema>> = {
  identifier: text,
  email: form('email'),
  phone: form('phone'),
  document: form('document'),
};

const blockedCard: Readonly<Record<string, Schema>> = {
  number: form('cardNumber'),
  fingerprint: form('fingerprint'),
  bin: form('bin'),
};

/** What need not be said: a file from before there were these says nothing of them. */
export const usualTiming = { ended_page: '30d', vault_key: '1h' } as const;

/** JSON Schema of the file as written; formats are those of `text-forms.ts`. What it means is not checked here. */
export const configurationSchema: Schema = section(
  {
    signed_hosts: { ...listOf(form('signedHost')), minItems: 1 },
    timing: section(
      timing,
      Object.keys(timing).filter((name) => !(name in usualTiming)),
    ),
    merchant_defaults: section(merchant),
    merchants: recordOf(form('name'), section(merchant)),
    provider_defaults: section(provider),
    providers: recordOf(form('name'), section(provider)),
    mids: recordOf(form('name'), mid),
    project_defaults: section(sharedByProjects),
    projects: recordOf(form('name'), project),
    rates: listOf(rate),
    operations: section({ four_eyes: flag }),
    blocklist: section({
      customers: listOf(section({ ...blockedCustomer, ...block }, ['scope'])),
      cards: listOf(section({ ...blockedCard, ...block }, ['scope'])),
    }),
  },
  ['signed_hosts', 'timing', 'merchants', 'providers', 'mids', 'projects'],
);

function section(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function recordOf(names: Schema, values: Schema): Schema {
  return { type: 'object', propertyNames: names, additionalProperties: values };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items, uniqueItems: true };
}

function someOf(items: Schema): Schema {
  return { ...listOf(items), minItems: 1 };
}

function listOrAll(items: Schema): Schema {
  return { type: ['array', 'string'], items, uniqueItems: true, format: 'all' };
}

function form(format: FormName): Schema {
  return { type: 'string', format };
}

function oneOf(values: readonly string[]): Schema {
  return { type: 'string', enum: values };
}
