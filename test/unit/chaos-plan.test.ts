import { describe, expect, it } from 'vitest';
import { crashPoints, readCrashPoints } from '#runtime/crash-point';
import { catalogue } from '#domain/methods/catalogue';
import { connectorTerms } from '#gateway/connectors/registry';
import { describeMistake } from '#configuration/mistake';
import { readConfiguration } from '#configuration/read-configuration';
import type { ChaosProvider } from '../chaos/chaos-options.js';
import { quickConfiguration } from '../chaos/chaos-configuration.js';
import { groupBy } from '../chaos/chaos-run.js';
import { links } from '../chaos/chaos-stack.js';
import { planCrashes, planFreezes } from '../chaos/crash-plan.js';
import { nameFault, planFaults } from '../chaos/plan-faults.js';
import { planSwaps } from '../chaos/plan-swaps.js';
import { planTraffic } from '../chaos/plan-traffic.js';
import { createRandom } from '../fakes/seeded-random.js';

/** Goal: a seed repeats a run, and a run of 90 faults meets every kind. Method: the plans themselves. */
const faultsOf = (seed: number, faults = 90) =>
  planFaults(createRandom(seed, 'faults'), { faults, durationMs: 300_000 });
const trafficOf = (seed: number, provider: ChaosProvider = 'sandbox', hasRefunds = provider === 'sandbox') =>
  planTraffic(createRandom(seed, 'traffic'), {
    transactions: 300,
    durationMs: 60_000,
    shopUrl: 'http://shop',
    provider,
    hasRefunds,
  });
const swapsOf = (seed: number, swaps = 30) =>
  planSwaps(createRandom(seed, 'swaps'), { swaps, durationMs: 300_000 });
const parts = ['api', 'api2', 'worker', 'worker2', 'checkout', 'sandbox', 'Postgres', 'Temporal'];

describe('the plan of a chaos run', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(faultsOf(7)).toEqual(faultsOf(7));
    expect(trafficOf(7)).toEqual(trafficOf(7));
    expect(faultsOf(8)).not.toEqual(faultsOf(7));
    expect(trafficOf(8)).not.toEqual(trafficOf(7));
  });

  it('meets every part and every way with every kind of fault', () => {
    const names = new Set(faultsOf(7).map(({ fault }) => nameFault(fault)));
    const kinds = ['kill', 'freeze'].flatMap((kind) => parts.map((part) => `${kind} ${part}`));
    const weathers = ['delay', 'reset', 'halfOpen', 'blackHole'];
    const ways = weathers.flatMap((kind) => links.map((link) => `${kind} ${link}`));
    const stalls = ['restart worker', 'stall worker', 'stall worker2'];
    const others = [...stalls, 'drop Postgres', 'forget Temporal', 'carryOver Temporal'];
    for (const name of [...kinds, ...ways, ...others]) expect(names).toContain(name);
  });

  it('swaps the build of each process that a release replaces before it swaps one again', () => {
    expect(swapsOf(7)).toEqual(swapsOf(7));
    expect(swapsOf(8)).not.toEqual(swapsOf(7));
    const names = swapsOf(7).map(({ fault }) => nameFault(fault));
    const each = ['api', 'api2', 'checkout', 'worker', 'worker2'].map((part) => `swap ${part}`);
    for (let first = 0; first < names.length; first += each.length)
      expect(names.slice(first, first + each.length).toSorted()).toEqual(each);
  });

  it('kills some of those that it swaps, and lets builds of workers share what is new', () => {
    const swaps = swapsOf(7).flatMap(({ fault }) => (fault.kind === 'swap' ? fault : []));
    const killed = swaps.filter(({ signal }) => signal === 'SIGKILL');
    const halved = swaps.filter(({ share }) => share === 'half');
    expect([killed.length, halved.length]).toEqual([10, 10]);
    expect(halved.some(({ part }) => part === 'worker' || part === 'worker2')).toBe(true);
  });

  it('swaps while the run lasts, one after another', () => {
    const times = swapsOf(7).map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(Math.min(...times)).toBeGreaterThan(0);
    expect(Math.max(...times)).toBeLessThan(300_000);
  });

  it('sends every method in every manner', () => {
    const plan = trafficOf(7);
    expect(new Set(plan.map(({ method }) => method))).toEqual(
      new Set(['ideal', 'ussd', 'card', 'cardPage', 'pix', 'pixPayout', 'bolivia', 'africa', 'refund']),
    );
    expect(new Set(plan.map(({ manner }) => manner))).toEqual(
      new Set(['once', 'parallel', 'hangUp', 'changed', 'cancel']),
    );
    expect(new Set(plan.map(({ reference }) => reference)).size).toBe(300);
  });

  it('has requests held up on their way, of payments alone', () => {
    const held = trafficOf(7).filter(({ scenario }) => scenario === 'held_request');
    expect(new Set(held.map(({ type }) => type))).toEqual(new Set(['payment']));
    for (const { body } of held)
      expect(body).toMatchObject({ extra: { meta: { sandbox_delay_ms: expect.stringMatching(/^\d+$/) } } });
  });

  it('sends Paystack what it accepts, in all its scenarios, named where its face reads them', () => {
    const plan = trafficOf(7, 'paystack');
    expect(new Set(plan.map(({ method }) => method))).toEqual(new Set(['ussd', 'africa']));
    for (const { type, scenario, body } of plan) {
      const { customer, description } = body as { customer: { email?: string }; description?: string };
      const told = type === 'payment' ? customer.email : description;
      expect(told).toBe(type === 'payment' ? `ada+${scenario}@example.com` : `[${scenario}]`);
    }
    const scenariosOf = (type: string) =>
      new Set(plan.filter((planned) => planned.type === type).map(({ scenario }) => scenario));
    expect(scenariosOf('payout')).toContain('late_reset');
    expect(scenariosOf('payment')).toContain('timeout_lost');
    expect(scenariosOf('payment')).not.toContain('refused');
  });

  it('pays out in about a quarter, with every way to choose a bank and over every merchant', () => {
    const plan = trafficOf(7);
    const payouts = plan.filter(({ type }) => type === 'payout');
    expect(payouts.length).toBeGreaterThan(55);
    expect(payouts.length).toBeLessThan(105);
    expect(new Set(payouts.flatMap(({ choice }) => choice ?? []))).toEqual(
      new Set(['one', 'parallel', 'late', 'never']),
    );
    expect(payouts.some(({ method, bankCode }) => method === 'africa' && bankCode !== undefined)).toBe(true);
    expect(new Set(payouts.map(({ keyId }) => keyId))).toEqual(
      new Set(['mk_test_demo', 'mk_test_cascade', 'mk_test_cascade_soft']),
    );
  });

  it('refunds payments that come before, some whole, some in parts that are more than was paid', () => {
    const plan = trafficOf(7);
    const refunds = plan.filter(({ type }) => type === 'refund');
    expect(refunds.length).toBeGreaterThan(40);
    expect(refunds.length).toBeLessThan(100);
    const groups = groupBy(refunds, ({ part }) => part?.payment ?? '');
    const sums = [...groups].map(([reference, together]) => {
      const payment = plan.find((planned) => planned.reference === reference);
      expect(payment).toMatchObject({ type: 'payment', keyId: together[0]?.part?.paymentKeyId });
      expect(payment?.atMs).toBeLessThanOrEqual(together[0]?.atMs ?? 0);
      expect(new Set(together.map(({ atMs }) => atMs)).size).toBe(1);
      const paid = Number(payment?.body['amount']);
      return together.reduce((sum, { body }) => sum + Number(body['amount'] ?? paid), 0) / paid;
    });
    expect(sums.some((sum) => sum < 1)).toBe(true);
    expect(sums).toContain(1);
    expect(sums.some((sum) => sum > 1)).toBe(true);
    expect(new Set(refunds.map(({ keyId }) => keyId))).toContain('mk_test_demo_b');
  });

  it('refunds where a person has to approve it, and where the provider keeps no reference and lets each one end', () => {
    const plan = [7, 8, 9].flatMap((seed) => trafficOf(seed));
    const refundsBy = (key: string) => plan.filter(({ type, keyId }) => type === 'refund' && keyId === key);
    expect(refundsBy('mk_test_refund_held').some(({ body }) => Number(body['amount'] ?? 300) > 100)).toBe(
      true,
    );
    const listed = refundsBy('mk_test_refund_list').map(({ scenario }) => scenario);
    expect(listed.length).toBeGreaterThan(0);
    for (const endless of ['timeout_lost', 'needs_attention']) expect(listed).not.toContain(endless);
  });

  it('leaves refunds and their merchants out where a release makes none', () => {
    const plan = trafficOf(7, 'sandbox', false);
    expect(plan).toHaveLength(300);
    expect(plan.filter(({ type, keyId }) => type === 'refund' || keyId.includes('refund'))).toEqual([]);
    expect(JSON.stringify(plan)).not.toContain('sandbox_after');
  });

  it('has something happen to the money of a few payments and payouts after their success', () => {
    const plan = [7, 8, 9].flatMap((seed) => trafficOf(seed));
    const followed = (type: string) =>
      plan.filter(
        (planned) => planned.type === type && JSON.stringify(planned.body).includes('sandbox_after'),
      );
    expect(followed('payment').length).toBeGreaterThan(10);
    expect(followed('payout').length).toBeGreaterThan(3);
    expect(followed('refund')).toEqual([]);
    for (const { keyId, body } of followed('payment')) {
      expect(keyId).not.toBe('mk_test_refund_list');
      expect(body).toMatchObject({ extra: { meta: { sandbox: expect.any(String) } } });
    }
  });

  it('gives every crash point a chance', () => {
    const chances = readCrashPoints({ NODE_ENV: 'development', CRASH_POINTS: planCrashes(2_000, 100) });
    expect([...chances.keys()].toSorted()).toEqual([...crashPoints].toSorted());
    expect([...chances.values()].every((chance) => chance > 0)).toBe(true);
  });

  it('lets workers stand still between the row of an attempt, its call and its record', () => {
    const points = { NODE_ENV: 'development', FREEZE_POINTS: planFreezes(2_000, 15) };
    const chances = readCrashPoints(points, 'FREEZE_POINTS');
    for (const place of ['before provider', 'after provider']) expect(chances.get(place)).toBeGreaterThan(0);
  });

  it.each(['sandbox', 'paystack'] as const)(
    'runs with a sound configuration at %s, in which waits take seconds and others may hang',
    async (provider) => {
      const [sandbox, calmSandbox, hungSandbox] = ['http://a:1', 'http://b:2', 'http://c:3'] as const;
      const text = await quickConfiguration(process.cwd(), { sandbox, calmSandbox, hungSandbox }, provider);
      const methods = [...new Set(catalogue.map((row) => row.code))];
      const hashBlocked = (kind: string, value: string) => `${kind} ${value.length}`;
      const reading = readConfiguration(text, {
        environment: {},
        methods,
        connectors: connectorTerms,
        hashBlocked,
      });
      if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
      const { configuration } = reading;
      expect(configuration.timing.lateLookupsMs).toEqual([3_000, 6_000, 12_000]);
      expect(configuration.providers['sandbox_hung']?.baseUrl).toBe(hungSandbox);
      expect(configuration.projects['hung']?.timing.providerCallMs).toBe(90_000);
    },
  );
});
