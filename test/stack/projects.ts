import { goldenKey } from '../fakes/merchant.js';
import { patient } from './patience.js';
import type { Setting } from './start-test-stack.js';

/** Requests a second of the projects with a low limit. */
export const perSecond = 20;
/** Callbacks a second to an endpoint of the project `paused` that is well again. */
export const callbackRate = 5;

/** After the first steps nothing is due for hours: what is heard then is a probe, by hand, or after a pause. */
const ladder = { callback_retries: ['200ms', '400ms', '10h', '10h', '10h'], endpoint_pause_after: '2s' };

/**
 * Projects of merchant `demo` that the shared stacks have beside those of the development configuration, each for one test file
 * that needs other settings. The request key of `NAME` is `mk_test_NAME`.
 */
const projects = {
  rated: { requests_per_second_max: perSecond },
  rated_together: {
    keys: { mk_test_rated_one: goldenKey, mk_test_rated_two: goldenKey },
    project_requests_per_second_max: perSecond,
  },
  paused: { timing: { ...ladder, endpoint_probe: '2s' }, callback_rate: callbackRate },
  paused_for_long: { timing: { ...ladder, endpoint_probe: '10h' } },
  by_hand: { timing: { callback_retries: ['10h', '10h'] } },
  guard_at_once: {
    timing: { response_deadline: `${patient(15_000)}ms` },
    risk: { card_testing: { declines: 3, within: '10m', blocked_for: '10m' }, faulty_forms: 3 },
  },
  guard_retry: {
    page: { retries: 5 },
    risk: { card_testing: { declines: 2, within: '10m', blocked_for: '10m' } },
  },
  window_retry: {
    page: { retries: 2 },
    timing: { window: { hosted_page: '1h', card: `${patient(6_000)}ms` } },
  },
  // The second look-up in turn is never due here: every further one is caused by a callback.
  suspected: { timing: { lookup: ['1s', '1h'] } },
};

/** What the shared stacks have beside the development configuration. */
export const sharedSettings: readonly Setting[] = [
  ...Object.entries(projects).map(([name, own]): Setting => [
    ['projects', name],
    { keys: { [`mk_test_${name}`]: goldenKey }, merchant: 'demo', ...own },
  ]),
  [['projects', 'merchant_off', 'requests_per_second_max'], 1],
  [
    ['providers', 'hinting'],
    { connector: 'mercado_pago', base_url: '${SANDBOX_URL}/mercado_pago', currencies: ['BRL'] },
  ],
];
