import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { untilLine } from '../witnesses/log-file.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a worker that does not keep up says so and is left to work; one that is stopped ends in seconds and loses
 * nothing; one that is killed loses nothing either, while another one carries on.
 */
let system: BreakableSystem;
const providerCallSeconds = 6;

beforeAll(async () => {
  system = await startBreakableSystem({
    apps: [...withoutCheckout, 'worker2'],
    settings: [
      [['timing', 'provider_call'], `${providerCallSeconds}s`],
      [['timing', 'response_deadline'], '20s'],
    ],
    environment: { SANDBOX_SILENCE_MS: String((providerCallSeconds + 2) * 1_000) },
  });
});
afterAll(() => system.stop());

describe('a worker that does not keep up', () => {
  const health = async (page: string) => {
    const answer = await fetch(`http://127.0.0.1:${system.stack.ports.worker}/health/${page}`);
    const said = (await answer.json()) as { readonly status: string; readonly backlog?: unknown };
    return { code: answer.status, ...said };
  };
  const age = async () => {
    const text = await (await fetch(system.stack.urls.workerMetrics)).text();
    const shown = /gateway_backlog_age_seconds\{queue="transactions",kind="workflow"\} (\d+)/.exec(text);
    return Number(shown?.[1]);
  };

  it('says how long what is oldest has waited, is ready and alive all the same, and well when it has caught up', async () => {
    const { merchant, stack } = system;
    await Promise.all([stack.apps.worker.stop(), stack.apps.worker2.stop()]);
    const bodies = Array.from({ length: 5 }, () => idealBody({ sandbox: 'success' }));
    const answers = Promise.all(bodies.map((body) => merchant.post('/v2/payment', body)));
    await sleep(12_000);
    await stack.apps.worker.start();
    const waiting = expect.objectContaining({
      queue: 'transactions',
      kind: 'workflow',
      tasks: expect.any(Number) as number,
    });
    expect(await health('ready')).toEqual({
      code: 200,
      status: 'behind',
      backlog: expect.arrayContaining([waiting]) as unknown,
    });
    expect(await age()).toBeGreaterThan(10);
    expect(await health('live')).toEqual({ code: 200, status: 'ok' });
    expect(
      await untilLine(stack.apps.worker.logFile, { msg: 'steps are waiting for a worker' }),
    ).toMatchObject({
      level: 40,
    });
    expect(
      await until(
        () => health('ready'),
        ({ status }) => status === 'ok',
      ),
    ).toMatchObject({ code: 200 });
    expect(await age()).toBe(0);
    expect(await health('other')).toMatchObject({ code: 404 });
    await answers;
    for (const { reference } of bodies) await proveEnd(system.observers, reference, { status: 'success' });
    await stack.apps.worker2.start();
  });
});

describe('a worker that ends with calls to providers and merchants under way', () => {
  /** At the provider, with the customer, unknown, delivered; and paid out. */
  const slowly = () => ({ callback_url: `${system.stack.urls.sandbox}/merchant/callbacks?delay_ms=1500` });
  const kinds = [
    () => idealBody({ sandbox: 'success', sandbox_delay_ms: 3_000 }),
    () => idealBody({ sandbox: 'timeout_success' }),
    () => idealBody({ sandbox: 'at_once' }, slowly()),
    () => cardBody('4242424242424242', { sandbox: 'success', sandbox_delay_ms: 500 }),
    () => idealBody({ sandbox: 'no_callback' }),
  ];
  const each = 4;
  const ends = { SIGTERM: { code: 0 }, SIGKILL: { signal: 'SIGKILL' } } as const;

  it.each(['SIGTERM', 'SIGKILL'] as const)('by %s loses nothing and sends nothing twice', async (signal) => {
    const { merchant, stack, observers, books } = system;
    const { worker } = stack.apps;
    const said = (await readFile(worker.logFile, 'utf8')).length;
    const payments = Array.from({ length: each }, () => kinds.map((make) => make())).flat();
    const payouts = Array.from({ length: each }, () => pixPayout({ sandbox: 'timeout_success' }));
    const sent = Promise.allSettled([
      ...payments.map((body) => merchant.post('/v2/payment', body)),
      ...payouts.map((body) => merchant.post('/v2/payout', body)),
    ]);
    const references = [...payments, ...payouts].map(({ reference }) => reference);
    const attempts = () =>
      books.rows(
        `select identifier, n, attempts.state from attempts join transactions using (identifier) where reference = any($1)`,
        references,
      );
    await until(attempts, (rows) => rows.length === references.length);
    // Each row of an attempt is followed by its call.
    await sleep(500);
    const began = performance.now();
    const exit = await worker.kill(signal);
    const seconds = (performance.now() - began) / 1_000;
    const words = (await readFile(worker.logFile, 'utf8')).slice(said).split('"stopping"');
    expect(exit).toMatchObject(ends[signal]);
    expect(seconds).toBeLessThan(providerCallSeconds + 8);
    // When it was stopped it had calls under way, and has completed them.
    expect(words.at(1)?.includes('"attempt made"') ?? false).toBe(signal === 'SIGTERM');
    await sent;
    for (const { reference } of payments) {
      const { status } = await merchant.untilFinal(reference);
      // Killed between the row of an attempt and its call, it has called no provider: nothing was charged.
      expect(signal === 'SIGKILL' ? ['success', 'error'] : ['success']).toContain(status);
      await proveEnd(observers, reference, { status: status as 'success' | 'error' });
    }
    for (const { reference } of payouts)
      await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    const made = await attempts();
    expect(made.filter(({ n }) => n !== 1)).toEqual([]);
    expect(made).toHaveLength(references.length);
    await worker.start();
  });
});
