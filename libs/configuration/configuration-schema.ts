import { cardBrands } from '#domain/values/card-brands';
import { bankCodeChallenges, mismatchRules, noAnswerRules } from '#domain/configuration/configuration';
import { shopLinks, type ShopLink } from '#domain/configuration/page-look';
import { strangerRules } from '#domain/configuration/statement-terms';
import { urlFields, type UrlField } from '#domain/methods/method';
import { refundSources } from '#domain/refunds/project-refunds';
import { blockScopes } from '#domain/risk/block';
import { routedTypes, transactionTypes } from '#domain/transaction/status';
import type { Schema, ValueOf } from '#domain/wire/schema';
import {
  amount,
  count,
  describing,
  flag,
  form,
  listOf,
  listOrProxy,
  listOrAll,
  nonEmpty,
  oneOf,
  recordOf,
  section,
  someOf,
  text,
  wholeNumber,
  type Amount,
  type ByName,
  type Names,
} from './schema-parts.js';
import { bankAccount, fees, midStatement, reports } from './statement-schema.js';
import { timing } from './timing-schema.js';

export const limits = section({ min: amount, max: amount });
/** One amount for every currency, or currencies by name; `all` for the others. */
const periodAmount: Schema<Amount | ByName<Amount>> = {
  ...recordOf(form('currencyOrAll'), amount),
  ...amount,
  type: ['integer', 'string', 'object'],
  minProperties: 1,
};
const periodLimit = { amount: periodAmount, count };
const directions = { payment: section(periodLimit), payout: section(periodLimit) };
/** Of payments and of payouts, unless a direction has its own. */
const period = nonEmpty(section({ ...periodLimit, ...directions }));
const countedLimits = { per_day: period, per_month: period };
/** A project's; refunds are counted only where it names them. */
export const projectPeriod = nonEmpty(
  section({ ...periodLimit, ...directions, refund: section(periodLimit) }),
);
export const projectCountedLimits = { per_day: projectPeriod, per_month: projectPeriod };
const methods = listOrAll(form('method'));
const currencyList = listOrAll(form('currency'));
/** One list for every method, or by method; `all` for the others. */
const currencies = describing<Names | (ByName<Names> & { readonly all: Names })>({
  ...recordOf(form('methodOrAll'), currencyList),
  ...currencyList,
  type: ['array', 'string', 'object'],
  properties: { all: currencyList },
  required: ['all'],
});
const challengeTypes = oneOf([
  'redirect',
  'ussd',
  'bank_transfer_mexico',
  'bank_code',
  'qr',
  'multibanco',
  'voucher',
]);

export const merchant = section({
  name: text,
  enabled: flag,
  opening_balances: recordOf(form('currency'), amount),
  customer_limits: section(countedLimits),
});

const accountCheck = section({ mismatch: oneOf(mismatchRules), no_answer: oneOf(noAnswerRules) });
const circuit: Schema<'none' | { readonly failures: number; readonly cooldown: string }> = {
  ...section({ failures: count, cooldown: form('duration') }, ['failures', 'cooldown']),
  type: ['object', 'string'],
  format: 'none',
};

/** `types`, `methods` and `challenges` are the connector's where they are not written. */
export const provider = {
  connector: form('connector'),
  enabled: flag,
  base_url: form('url'),
  types: listOf(oneOf(transactionTypes)),
  methods,
  currencies,
  challenges: listOf(challengeTypes),
  requires: recordOf(form('methodOrAll'), listOf(form('fieldPath'))),
  limits: recordOf(form('methodOrAll'), limits),
  resolve_accounts: describing<boolean | ValueOf<typeof accountCheck>>({
    ...accountCheck,
    type: ['object', 'boolean'],
  }),
  settle: form('duration'),
  circuit,
};

export const mid = section(
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
    statement: midStatement,
    fees,
    fee_tolerance: wholeNumber,
    strangers: oneOf(strangerRules),
  },
  ['provider'],
);

/** Limits in the currencies that are not named, and by currency. */
const routeAmount = describing<ValueOf<typeof limits> & ByName<ValueOf<typeof limits> | Amount>>({
  ...recordOf(form('amountName'), limits),
  properties: { min: amount, max: amount },
});

export const route = section(
  {
    mid: text,
    name: form('name'),
    types: listOf(oneOf(routedTypes)),
    methods,
    priority: count,
    weight: count,
    currencies: someOf(form('currency')),
    countries: someOf(form('country')),
    amount: routeAmount,
    bins: someOf(form('cardPrefix')),
    when: section({ meta: nonEmpty(recordOf(text, someOf(text))) }, ['meta']),
    bank_code_challenges: listOf(oneOf(bankCodeChallenges)),
    fixture: flag,
  },
  ['mid'],
);

export const callbackTarget = section(
  {
    scheme: oneOf(['http', 'https']),
    host: form('host'),
    ports: listOf<number>({ type: 'integer', minimum: 1, maximum: 65_535 }),
    cidrs: someOf(form('cidr')),
  },
  ['scheme', 'host', 'cidrs'],
);

/** A number, or one for each of them. */
const declines: Schema<number | { readonly customer?: number; readonly address?: number }> = {
  ...section({ customer: count, address: count }),
  type: ['integer', 'object'],
  minimum: 1,
  minProperties: 1,
};

export const risk = section({
  card_testing: section({ declines, within: form('duration'), blocked_for: form('duration') }, [
    'declines',
    'within',
    'blocked_for',
  ]),
  faulty_forms: count,
});

export const refunds = section({
  within: form('duration'),
  max_per_payment: count,
  from: oneOf(refundSources),
  approval_above: recordOf(form('currency'), amount),
});

const defaultUrls: Schema<Readonly<Partial<Record<UrlField, string>>>> = section(
  Object.fromEntries(urlFields.map((field) => [field, form('url')])),
);
const links: Schema<Readonly<Partial<Record<ShopLink, string>>>> = section(
  Object.fromEntries(shopLinks.map((link) => [link, form('httpsUrl')])),
);
/** `logo` and each of `marks` is the path of a picture. With more `retries` a page could be used to test stolen cards. */
export const page = section({
  name: text,
  color: form('color'),
  logo: text,
  links,
  cards: someOf(oneOf(cardBrands)),
  marks: nonEmpty(recordOf(form('brandOrMethod'), text)),
  retries: { ...wholeNumber, maximum: 5 },
});

const sharedByProjects = {
  callback_keys: nonEmpty(recordOf(form('keyId'), form('callbackSecret'))),
  methods,
  callback_targets: listOf(callbackTarget),
  callback_rate: count,
  default_urls: defaultUrls,
  strict_documents: flag,
  limits: section({ min: amount, max: amount, ...projectCountedLimits }),
  payouts_in_flight_max: count,
  requests_per_second_max: count,
  project_requests_per_second_max: count,
  risk,
  refunds,
  reports,
  billing_currency: form('currency'),
  page,
  timing: section(timing),
  routes: listOf(route),
};

export const project = section({
  merchant: text,
  enabled: flag,
  keys: nonEmpty(recordOf(form('keyId'), form('requestSecret'))), // Or kept in Postgres alone.
  ...sharedByProjects,
});

export const rate = section(
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

export const block = {
  scope: oneOf(blockScopes),
  applies_to: listOrAll(text),
  reason: text,
  author: text,
  expires: form('instant'),
};

const blockedCustomer = {
  identifier: text,
  email: form('email'),
  phone: form('phone'),
  document: form('document'),
};

const blockedCard = {
  number: form('cardNumber'),
  fingerprint: form('fingerprint'),
  bin: form('bin'),
};

/** JSON Schema of the file as written; formats are those of `text-forms.ts`. What it means is not checked here. */
export const configurationSchema = section(
  {
    signed_hosts: someOf(form('signedHost')),
    timing: section(timing),
    merchant_defaults: merchant,
    merchants: recordOf(form('name'), merchant),
    provider_defaults: section(provider),
    providers: recordOf(form('name'), section(provider)),
    mids: recordOf(form('name'), mid),
    project_defaults: section(sharedByProjects),
    projects: recordOf(form('name'), project),
    rates: listOf(rate),
    bank_accounts: recordOf(form('name'), bankAccount),
    match: section({ bank_days: count }),
    operations: section({ four_eyes: flag, operators: listOrProxy(form('operator')) }),
    blocklist: section({
      customers: listOf(section({ ...blockedCustomer, ...block }, ['scope'])),
      cards: listOf(section({ ...blockedCard, ...block }, ['scope'])),
    }),
  },
  ['signed_hosts', 'merchants', 'providers', 'mids', 'projects'],
);
