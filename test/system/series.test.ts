import { METHODS } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { isCurrency } from '#domain/values/currencies';
import { families } from '#metrics/families';
import type { Family, LabelValues } from '#metrics/family';
import { createCustomer } from '../../tools/demo/customer.js';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';
import { sharedStack } from '../stack/stack.js';
import { sharedSettings } from '../stack/projects.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: there is an end to the series, and none names a merchant, a reference or a customer (contract §14). Method: traffic
 * whose every value is a canary; then each label of each series of every process has a value of its closed set.
 */
const { urls } = sharedStack;
const { providers, mids, merchants, projects } = readDevelopmentConfiguration();
const canary = 'canary-4711';
const seriesMax = 5_000;

type Series = { readonly name: string; readonly labels: Readonly<Record<string, string>> };
const everywhere: Series[] = [];

beforeAll(async () => {
  const merchant = createMerchant(urls.api);
  const odd = { description: canary, customer: { ...customerOf(idealBody()), identifier: canary } };
  const bodies = ['success', 'decline', 'timeout_success', 'refused'].map((sandbox, n) =>
    idealBody({ sandbox, [canary]: canary }, { ...odd, reference: `${canary}-${Date.now()}-${n}` }),
  );
  for (const body of bodies) await merchant.post('/v2/payment', body);
  const page = pixBody({ sandbox: 'success' });
  const created = await merchant.post('/v2/payment', page);
  const browser = createCustomer();
  await browser.submit(await browser.open(String(created.body['redirect_url'])), 'pay');
  const payout = pixPayout({ sandbox: 'success' });
  await merchant.post('/v2/payout', payout);
  for (const path of [`/v2/payment/${canary}`, `/${canary}`, `/v2/${canary}/x`]) await merchant.get(path);
  await fetch(`${urls.checkout}/pay/${canary}`);
  await fetch(`${urls.checkout}/${canary}`);
  await fetch(`${urls.api}/provider-callbacks/${canary}`, { method: 'POST', body: canary });
  await Promise.all([...bodies, page].map(({ reference }) => merchant.untilFinal(reference)));
  await merchant.untilFinal(payout.reference, 'payout');
  for (const url of [urls.metrics, urls.checkoutMetrics, urls.workerMetrics, urls.sdkMetrics]) {
    const isSeen = url === urls.workerMetrics ? /gateway_callbacks_total\{result="delivered"\} [1-9]/ : /./;
    const text = await until(
      async () => (await fetch(url)).text(),
      (seen) => isSeen.test(seen),
    );
    everywhere.push(...seriesOf(text));
  }
});

describe('after traffic of canaries', () => {
  it('series were seen of every kind of process, and not too many', () => {
    for (const name of ['gateway_http_requests_total', 'gateway_attempts_total', 'temporal_num_pollers'])
      expect(everywhere.map((series) => series.name)).toContain(name);
    expect(everywhere.length).toBeLessThan(seriesMax);
  });

  it('every label has a value of its closed set', () => {
    const faults = everywhere.flatMap(({ name, labels }) => {
      const family = (families as Readonly<Record<string, Family>>)[
        name.replace(/_(?:bucket|sum|count)$/, '')
      ];
      if (!family) return name.startsWith('gateway_') ? [`${name} is no family`] : [];
      return Object.entries(labels)
        .filter(([label]) => label !== 'le')
        .filter(([label, value]) => !isOf(family.labels[label], value))
        .map(([label, value]) => `${name}: ${label}="${value}"`);
    });
    expect([...new Set(faults)]).toEqual([]);
  });

  it('no value of any label, ours or not, reveals a person or merchant', () => {
    const told = everywhere.flatMap(({ labels }) =>
      Object.entries(labels).flatMap(([label, value]) => (label === 'le' ? [] : [value])),
    );
    const owners = [...Object.keys(merchants), ...Object.keys(projects)];
    const lists = Object.values<Family>(families).flatMap(({ labels }) => Object.values(labels));
    const words = new Set(lists.flatMap((values) => (typeof values === 'string' ? [] : values)));
    const isOurs = (name: string) => closed.provider(name) || closed.mid(name) || words.has(name);
    const named = new Set(owners.filter((name) => !isOurs(name)));
    expect(named.size).toBeGreaterThan(1);
    const isTelling = (value: string) =>
      value.includes(canary) ||
      /[0-9a-f]{8}-[0-9a-f]{4}-/.test(value) ||
      /\d{6}/.test(value) ||
      named.has(value);
    expect([...new Set(told.filter(isTelling))]).toEqual([]);
  });
});

const closed: Readonly<Record<Exclude<LabelValues, readonly string[]>, (value: string) => boolean>> = {
  provider: (value) =>
    value === 'none' ||
    Object.hasOwn(providers, value) ||
    sharedSettings.some(([path]) => path[0] === 'providers' && path[1] === value),
  mid: (value) => value === '' || Object.hasOwn(mids, value),
  method: (value) => catalogue.some(({ code }) => code === value),
  currency: isCurrency,
  // Parameters of a pattern begin with a colon.
  route: (value) => value === 'none' || /^(?:\/(?:[a-z0-9.-]*|:\w+|\*))+$/.test(value),
  verb: (value) => METHODS.includes(value),
  status: (value) => /^[1-5]\d\d$/.test(value),
  release: (value) => /^[\w.-]+$/.test(value),
};

function isOf(values: LabelValues | undefined, value: string): boolean {
  if (values === undefined) return false;
  return typeof values === 'string' ? closed[values](value) : values.includes(value);
}

function seriesOf(text: string): readonly Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inside = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [
        label,
        value,
      ]);
      return { name, labels: Object.fromEntries(labels) as Record<string, string> };
    });
}

function customerOf(body: Readonly<Record<string, unknown>>): object {
  return body['customer'] as object;
}
