import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { goldenKey } from '../fakes/merchant.js';
import { stripeCredentials } from '../fakes/stripe-orders.js';
import type { ChaosProvider } from './chaos-options.js';
import { chooseWithinMs } from './plan-traffic.js';
import { stripePath } from './stripe-ways.js';

/** Where the parts of a chaos run are reached, as its configuration names them. */
export type Addresses = {
  /** Through the weather of the run. */
  readonly sandbox: string;
  /** The same, in eternally good weather. */
  readonly calmSandbox: string;
  /** What never answers while the hung ones are in number. */
  readonly hungSandbox: string;
};

/** Merchants of the stage in which others hang: each with a key, a project, a MID and a provider of its own. */
export const calmKeyId = 'mk_test_calm';
export const hungKeyId = 'mk_test_hung';
/** The merchant whose transactions stay open while a release is made. */
export const patientKeyId = 'mk_test_patient';

/** The development configuration with waits of seconds. The settle time is longer than any delay on the way. */
const quickTiming: Readonly<Record<string, unknown>> = {
  response_deadline: '4s',
  provider_call: '2s',
  lookup_call: '2s',
  // Often until the settle time is well over, then ever more rarely: an outcome that no provider knows is looked up to the
  // end, and thousands of those must not be the load.
  lookup: ['1s', '1s', ...Array.from({ length: 8 }, () => '2s'), '4s', '8s', '15s'],
  submit_max_age: { payment: '2m', payout: '24h' },
  window: { hosted_page: '40s', mbway: '5m' },
  bank_code_challenge: `${chooseWithinMs}ms`,
  bank_list_age: '2s',
  unknown_review: '45s',
  callback_attempt: '3s',
  callback_retries: ['200ms', '500ms', ...Array.from({ length: 60 }, () => '1s')],
  // Soon, and then ever more rarely: each turn of each open transaction is a call to Temporal.
  recovery: ['1s', '2s', '4s', '8s', '15s'],
};
/** Only where the configuration knows them. */
const quickTimingIfKnown: Readonly<Record<string, unknown>> = { late_lookups: ['3s', '6s', '12s'] };
const settle = '9s';

/**
 * A call to the provider that hangs holds what it holds for longer than the stage lasts. Afterwards it is asked about as
 * rarely as in production: hundreds that ask each second would be the load.
 */
const hungTiming = {
  response_deadline: '100s',
  provider_call: '90s',
  lookup: ['10s', '20s', '30s'],
};

/** Everything is counted, and the closed route has little room, so that payments pass it by or leave it again. */
const wide = { per_day: { amount: 1_000_000_000, count: 1_000_000 }, per_month: { count: 1_000_000 } };
const countedLimits: readonly (readonly [path: readonly string[], limits: object])[] = [
  [['projects', 'demo', 'limits'], wide],
  [['merchants', 'demo', 'customer_limits'], wide],
  [['merchants', 'cascade', 'customer_limits'], wide],
  [['mids', 'main', 'counted_limits'], wide],
  [['mids', 'closed', 'counted_limits'], { per_day: { count: 2 } }],
];

/** A callback that hangs is tried again as rarely as it can be, if the run is to become quiet. */
const calmTiming = { callback_retries: ['5s', ...Array.from({ length: 30 }, () => '20s')] };

/**
 * Nothing ends by itself, and a callback that fails is tried to the end of any run. What is open is asked about and looked
 * after as rarely as in production: a thousand of them every few seconds would be the load.
 */
const patientTiming = {
  lookup: ['2s', '5s', '15s', '30s', '60s'],
  recovery: ['5s', '30s', '2m', '5m'],
  window: { hosted_page: '2h', mbway: '5m' },
  bank_code_challenge: '2h',
  callback_retries: ['5s', ...Array.from({ length: 100 }, () => '30s')],
};

/** Paystack in the place of the sandbox, at the same addresses and with the same closed route before it. */
function paystackSettings(
  sandboxUrl: string,
): readonly (readonly [path: readonly string[], value: object])[] {
  const route = routeTo('paystack');
  const provider = {
    connector: 'paystack',
    base_url: `${sandboxUrl}/paystack`,
    currencies: ['NGN'],
    requires: { ussd: ['customer.email'] },
  };
  return [
    [['providers', 'paystack'], provider],
    [
      ['mids', 'paystack'],
      { provider: 'paystack', credentials: { secret_key: 'sk_test_sandboxdemo' }, counted_limits: wide },
    ],
    [['projects', 'demo', 'routes'], [route]],
    [
      ['projects', 'cascade', 'routes'],
      [{ mid: 'closed', types: ['payment'] }, route],
    ],
    [['projects', 'cascade_soft', 'routes'], [route]],
  ];
}

/** Stripe World in the place of the sandbox, for cards. */
function stripeSettings(sandboxUrl: string): ReturnType<typeof paystackSettings> {
  const provider = {
    connector: 'stripe',
    base_url: sandboxUrl + stripePath,
    types: ['payment', 'refund'],
    currencies: ['EUR'],
  };
  const route = { mid: 'stripe', types: ['payment'] };
  return [
    // A hint that follows an earlier one does not wait long.
    [
      ['timing', 'suspected_lookup'],
      ['1s', '2s'],
    ],
    [['providers', 'stripe'], provider],
    [['mids', 'stripe'], { provider: 'stripe', credentials: stripeCredentials, counted_limits: wide }],
    [['projects', 'demo', 'routes'], [route]],
    [['projects', 'refund_held', 'routes'], [route]],
    [
      ['projects', 'cascade', 'routes'],
      [{ mid: 'closed', types: ['payment'] }, route],
    ],
    [
      ['projects', 'cascade_soft', 'routes'],
      [route, { mid: 'second', methods: ['card'] }],
    ],
  ];
}

/** By the one that moves the money. */
const settingsAt: Readonly<
  Record<ChaosProvider, (sandboxUrl: string) => ReturnType<typeof paystackSettings>>
> = {
  sandbox: () => [],
  paystack: paystackSettings,
  stripe: stripeSettings,
};

/** The development configuration, made quick and led through the proxies of the run. */
export async function quickConfiguration(
  root: string,
  addresses: Addresses,
  at: ChaosProvider = 'sandbox',
): Promise<string> {
  const configuration = parseDocument(await readFile(join(root, 'config/gateway.yaml'), 'utf8'));
  const set = (path: readonly string[], value: unknown) =>
    configuration.setIn(path, configuration.createNode(value));
  // Releases before 1.0 call it `sweep`, and this build accepts that name.
  const recoveryKey = configuration.hasIn(['timing', 'sweep']) ? 'sweep' : 'recovery';
  const setTiming = (path: readonly string[], timing: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(timing)) {
      set([...path, 'timing', name === 'recovery' ? recoveryKey : name], value);
    }
  };
  setTiming([], quickTiming);
  for (const [name, value] of Object.entries(quickTimingIfKnown)) {
    if (configuration.hasIn(['timing', name])) set(['timing', name], value);
  }
  for (const [path, limits] of countedLimits) set(path, limits);
  set(['provider_defaults', 'settle'], settle);
  set(['provider_defaults', 'base_url'], addresses.sandbox);
  set(['project_defaults', 'default_urls', 'callback_url'], `${addresses.sandbox}/merchant/callbacks`);
  for (const [path, value] of settingsAt[at](addresses.sandbox)) set(path, value);
  const credentials = { account: 'acct_demo', secret: '${SANDBOX_SECRET:-sandbox_secret_demo}' };
  const own = [
    { name: 'calm', keyId: calmKeyId, baseUrl: addresses.calmSandbox, timing: calmTiming },
    { name: 'hung', keyId: hungKeyId, baseUrl: addresses.hungSandbox, timing: hungTiming },
    { name: 'patient', keyId: patientKeyId, baseUrl: addresses.calmSandbox, timing: patientTiming },
  ];
  for (const { name, keyId, baseUrl, timing } of own) {
    const provider = `sandbox_${name}`;
    set(['providers', provider], { base_url: baseUrl });
    set(['mids', name], { provider, credentials });
    set(['merchants', name], {});
    set(['projects', name], { keys: { [keyId]: goldenKey }, routes: [routeTo(name)] });
    setTiming(['projects', name], timing);
  }
  return String(configuration);
}

/** With banks to choose from, so that a payout may come without one. */
function routeTo(mid: string): object {
  return { mid, bank_code_challenges: ['provider_banks'] };
}
