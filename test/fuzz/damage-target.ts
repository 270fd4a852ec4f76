import * as fc from 'fast-check';
import { damage, type Damages } from './damage.js';
import { wordOf } from './odd-values.js';

/** Another path or query, of those that a router, a proxy or a decoder may take for something else. */
export function damageTarget(): Damages {
  return changes.map((change) =>
    damage('c target', ({ toSign }) => {
      const target = change(toSign.target);
      return { name: `target ${target.slice(0, 60)}`, toSign: { ...toSign, target } };
    }),
  );
}

const segments = fc.oneof(
  wordOf(`% %zz %00 %c0%80 %ff %ed%a0%80 %2e %2e%2e . .. ..%2f..%2fetc%2fpasswd %2F %5c %0d%0aX-Injected:%201
    %E2%80%AE %F0%9F%98%80 %25 %2525 * :reference constructor __proto__ '%20or%201=1-- {} + %20 NaN
    ${'a'.repeat(129)} ${'%61'.repeat(128)} ${'a'.repeat(9_000)}`),
  fc.webPath().map((path) => path.slice(1)),
);
const names = fc.constantFrom('wait', 'after', 'country_code', 'x', '');
const values = wordOf('-1 31 1e1 1.0 %201 %EF%BC%91 0x1 NaN % %ff %00 ZZ ng XKX evt_ 0', '', '9'.repeat(400));
const queries = wordOf('wait=0&wait=1 after[]=1 country_code[a]=NG __proto__[x]=1 &&& = constructor=1 ?');

type Change = (target: string) => string;
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.constantFrom<Change[]>(
      (target) => `${target}/`,
      (target) => `/${target}`,
      (target) => target.replaceAll('/', '//'),
      (target) => `/.${target}`,
      (target) => `/x/..${target}`,
      (target) => `/%2e%2e${target}`,
      (target) => target.toUpperCase(),
      (target) => target.replace('v2', '%762'),
      (target) => target.replace('v2', 'v2%2f'),
      (target) => target.slice(0, -1),
      (target) => `${target}?`,
      (target) => `${target}#fragment`,
      (target) => `${target};v=1`,
      (target) => `${target}%`,
      (target) => `${target}${'?x=1'.repeat(500)}`,
    ),
  },
  segments.map(
    (segment): Change =>
      (target) =>
        `${target}/${segment}`,
  ),
  segments.map(
    (segment): Change =>
      (target) =>
        target.replace(/[^/]*$/, () => segment),
  ),
  fc.tuple(names, values).map(
    ([name, value]): Change =>
      (target) =>
        `${target}?${name}=${value}`,
  ),
  queries.map(
    (query): Change =>
      (target) =>
        `${target}?${query}`,
  ),
);
