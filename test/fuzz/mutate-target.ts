import type { Random } from '../fakes/seeded-random.js';

/** Another path or query, of those that a router, a proxy or a decoder may take for something else. */
export function mutateTarget(random: Random, target: string): string {
  return random.pick(mutations)(random, target);
}

const mutations: readonly ((random: Random, target: string) => string)[] = [
  (_random, target) => `${target}/`,
  (_random, target) => `/${target}`,
  (_random, target) => target.replaceAll('/', '//'),
  (_random, target) => `/.${target}`,
  (_random, target) => `/x/..${target}`,
  (_random, target) => `/%2e%2e${target}`,
  (_random, target) => target.toUpperCase(),
  (_random, target) => target.replace('v2', '%762'),
  (_random, target) => target.replace('v2', 'v2%2f'),
  (_random, target) => target.slice(0, -1),
  (_random, target) => `${target}?`,
  (_random, target) => `${target}#fragment`,
  (_random, target) => `${target};v=1`,
  (_random, target) => `${target}%`,
  (_random, target) => `${target}${'?x=1'.repeat(500)}`,
  (random, target) => `${target}/${random.pick(strangeSegments)}`,
  (random, target) => target.replace(/[^/]*$/, random.pick(strangeSegments)),
  (random, target) =>
    `${target}?${random.pick(['wait', 'after', 'country_code', 'x', ''])}=${random.pick(strangeValues)}`,
  (random, target) =>
    `${target}?${random.pick(['wait=0&wait=1', 'after[]=1', 'country_code[a]=NG', '__proto__[x]=1', '&&&', '=', 'constructor=1', '?'])}`,
];

const strangeSegments = [
  '%',
  '%zz',
  '%00',
  '%c0%80',
  '%ff',
  '%ed%a0%80',
  '%2e',
  '%2e%2e',
  '.',
  '..',
  '..%2f..%2fetc%2fpasswd',
  '%2F',
  '%5c',
  '%0d%0aX-Injected:%201',
  '%E2%80%AE',
  '%F0%9F%98%80',
  '%25',
  '%2525',
  '*',
  ':reference',
  'constructor',
  '__proto__',
  'a'.repeat(129),
  '%61'.repeat(128),
  'a'.repeat(9_000),
  "'%20or%201=1--",
  '{}',
  '+',
  '%20',
  'NaN',
];
const strangeValues = [
  '',
  '-1',
  '31',
  '1e1',
  '1.0',
  '%201',
  '%EF%BC%91',
  '0x1',
  'NaN',
  '9'.repeat(400),
  '%',
  '%ff',
  '%00',
  'ZZ',
  'ng',
  'XKX',
  'evt_',
  '0',
];
