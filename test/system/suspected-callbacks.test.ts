import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { createDatabase } from '#persistence/database';
import { findByProviderIds } from '#persistence/transactions/suspicions';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { notification, notify } from '../fakes/notification.js';
import { settleMs } from '../stack/start-test-stack.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a callback with a wrong signature causes next to nothing. All processes together ask the provider about a transaction
 * once per distance, ever more rarely, and its answers never end a payment. Method: two apis on one database.
 */

/** `suspected_lookup` of the shared stacks. */
const minutes = [5, 20, 60, 60] as const;

const { urls, secondUrls, databaseUrl, temporalAddress } = sharedStack;
const merchant = createMerchant(urls.api, 'mk_test_suspected');
const books = openBooks(databaseUrl);
const database = createDatabase({ url: databaseUrl, applicationName: 'tests', poolSize: 1 });
await database.initialize();
const connection = await Connection.connect({ address: temporalAddress });
const apis = [urls.api, secondUrls.api] as const;

afterAll(async () => {
  await Promise.all([books.close(), database.destroy(), connection.close()]);
});

/** An unsigned callback, at both apis, several times at once. */
async function burst(identifier: string): Promise<void> {
  const report = () => JSON.stringify(notification(`${identifier}-1`));
  const several = [...apis, ...apis, ...apis];
  const answers = await Promise.all(several.map((url) => notify(url, report(), { signature: 't=1,v1=00' })));
  expect(new Set(answers)).toEqual(new Set([401]));
}

const workflowOf = (identifier: string) =>
  new Client({ connection }).workflow.getHandle(paymentWorkflowId(identifier));

/** How often the workflow was signalled that a callback is suspect. */
async function suspicionsHeard(identifier: string): Promise<number> {
  const { events } = await workflowOf(identifier).fetchHistory();
  return (events ?? []).filter(
    (event) => event.workflowExecutionSignaledEventAttributes?.signalName === 'callbackSuspected',
  ).length;
}

const lookupsOf = (identifier: string) =>
  books.rows('select answer, counts from lookups where identifier = $1 order by id', identifier);

/** As if the wait since the last suspicion were over. */
const passTime = (identifier: string) =>
  books.rows('update recoveries set suspicion_due_at = now() where identifier = $1', identifier);

async function createPayment(meta: Parameters<typeof idealBody>[0]) {
  const body = idealBody(meta);
  await merchant.post('/v2/payment', body);
  const record = await merchant.get(`/v2/payment/${body.reference}`);
  return { reference: body.reference, identifier: String(record.body['identifier']) };
}

describe('unsigned callbacks', () => {
  it('at two apis cost one look-up, then one per distance, which grows', async () => {
    const { identifier } = await createPayment({});
    for (const [index, wait] of minutes.entries()) {
      await burst(identifier);
      await until(
        () => suspicionsHeard(identifier),
        (heard) => heard > index,
      );
      await burst(identifier);
      expect(await suspicionsHeard(identifier)).toBe(index + 1);
      const [recovery] = await books.rows(
        `select suspicions, round(extract(epoch from suspicion_due_at - now()) / 60) as minutes
         from recoveries where identifier = $1`,
        identifier,
      );
      expect(recovery).toEqual({ suspicions: index + 1, minutes: String(wait) });
      await passTime(identifier);
    }
  });

  it('never end a payment that the provider does not find', async () => {
    const { reference, identifier } = await createPayment({ sandbox: 'timeout_lost' });
    // The one look-up that is in turn, and after it the settle time.
    await until(
      () => lookupsOf(identifier),
      (asked) => asked.length > 0,
    );
    await until(
      () =>
        books.rows(
          `select from attempts where identifier = $1
           and coalesce(send_by, started_at) < now() - $2 * interval '1 millisecond'`,
          identifier,
          settleMs,
        ),
      (settled) => settled.length === 1,
    );
    for (const asked of [1, 2, 3, 4, 5]) {
      await passTime(identifier);
      await burst(identifier);
      await until(
        () => lookupsOf(identifier),
        (all) => all.filter(({ counts }) => counts === false).length === asked,
      );
      // A suspicion is served by a look-up that has begun before it, too: the next one comes after this one's end.
      await until(
        () => workflowOf(identifier).describe(),
        ({ raw }) => !raw.pendingActivities?.length && !raw.pendingWorkflowTask,
      );
    }
    expect((await lookupsOf(identifier)).filter(({ counts }) => counts === true)).toHaveLength(1);
    const { body } = await merchant.get(`/v2/payment/${reference}`);
    expect(body).toMatchObject({ status: 'pending' });
  });

  it('of finished and of unknown transactions are ignored', async () => {
    const { reference, identifier } = await createPayment({ sandbox: 'success' });
    await merchant.untilFinal(reference);
    const asked = (await lookupsOf(identifier)).length;
    await burst(identifier);
    await burst(randomUUID());
    expect(await suspicionsHeard(identifier)).toBe(0);
    expect(await lookupsOf(identifier)).toHaveLength(asked);
    expect(
      await books.rows('select from recoveries where identifier = $1 and suspicions > 0', identifier),
    ).toEqual([]);
  });
});

describe('unauthenticated hints', () => {
  const hint = async (reference: string, index: number) => {
    const query = new URLSearchParams({ source_news: 'webhooks', reference });
    const url = `${apis[index % 2 === 0 ? 0 : 1]}/provider-callbacks/hinting?${query.toString()}`;
    const news = { type: 'payment', action: 'payment.updated', data: { id: String(index) } };
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(news) })).status;
  };

  it('are followed up for an open payment, whatever flood of unknown references comes beside', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => createPayment({})));
    const statuses = new Set<number>();
    let isOver = false;
    const flood = async (index: number) => {
      while (!isOver) await hint(`${randomUUID()}-1`, index).catch(() => undefined);
    };
    const flooding = Promise.all(Array.from({ length: 60 }, (_, index) => flood(index)));
    for (const [index, { identifier }] of payments.entries())
      statuses.add(await hint(`${identifier}-1`, index));
    const heard = await until(
      () => Promise.all(payments.map(({ identifier }) => suspicionsHeard(identifier))),
      (all) => all.every((count) => count > 0),
    );
    isOver = true;
    await flooding;
    expect(heard).toEqual(payments.map(() => 1));
    expect(statuses).toEqual(new Set([200]));
  });

  it('that have only an id of the provider are about the attempt with this id there', async () => {
    const { identifier } = await createPayment({});
    const [attempt] = await until(
      () =>
        books.rows('select provider, provider_id from attempts where identifier = $1 and n = 1', identifier),
      ([row]) => typeof row?.['provider_id'] === 'string',
    );
    const [provider, id] = [String(attempt?.['provider']), String(attempt?.['provider_id'])];
    const named = [
      [provider, id],
      ['hinting', id],
      [provider, randomUUID()],
    ] as const;
    expect(await findByProviderIds(database, named)).toEqual([identifier]);
  });
});
