import { afterAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { openEndpoint } from '../fakes/endpoint.js';
import { createMerchant } from '../fakes/merchant.js';
import { notification, notify } from '../fakes/notification.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { openBooks } from '../witnesses/books.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a workflow that Temporal has lost is there before it has something to do: what is overdue is done by its first step,
 * what is not costs no step until then, and a callback about it does not wait for recovery. Method: end one workflow and mark it as
 * lost with Temporal's database. Its provider was asked, and is to be asked again when its window closes.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api, 'mk_test_suspected');
const anyMerchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const temporal = await connectTemporal();
afterAll(() => books.close());

const askedOf = (identifier: string) =>
  books.rows('select counts from lookups where identifier = $1 order by id', identifier);

async function createAsked(): Promise<string> {
  const { body } = await merchant.post('/v2/payment', idealBody({}));
  const identifier = String(body['identifier']);
  await until(
    () => askedOf(identifier),
    (asked) => asked.length === 1,
  );
  return identifier;
}

const handleOf = (identifier: string) => temporal.workflow.getHandle(paymentWorkflowId(identifier));

/** `dueIn`: when recovery takes it by itself. */
async function lose(identifier: string, ensuredAt: '-infinity' | 'now()', dueIn: string): Promise<void> {
  await books.rows(
    `update recoveries set due_at = now() + interval '1 hour' where identifier = $1`,
    identifier,
  );
  await handleOf(identifier).terminate('lost');
  await books.rows(
    `update recoveries set ensured_at = ${ensuredAt === 'now()' ? ensuredAt : `'${ensuredAt}'`},
       due_at = now() + $2::interval where identifier = $1`,
    identifier,
    dueIn,
  );
}

/** Until the activity that waits for the next attempt has seen that none is due: a later one may still send after its workflow has ended. */
const untilItsDeliveryWaits = (identifier: string) =>
  until(
    () => handleOf(identifier).describe(),
    ({ raw }) => raw.pendingActivities?.some(({ attempt }) => Number(attempt) > 1) === true,
  );

const untilRunning = (identifier: string) =>
  until(
    () => handleOf(identifier).describe(),
    ({ status }) => status.name === 'RUNNING',
  );

/** Pays, loses the workflow after `count` refused callbacks, and waits until all of them are accepted. */
async function loseRefused(count: number, meta: Readonly<Record<string, string>>): Promise<string> {
  let status = 500;
  const endpoint = await openEndpoint(() => ({ status }));
  const ending = { sandbox: 'success', sandbox_delay_ms: 10, ...meta };
  const body = idealBody(ending, { callback_url: endpoint.url });
  await anyMerchant.post('/v2/payment', body);
  const eventsIn = (where: string) =>
    until(
      () =>
        books.rows(
          `select identifier from events join transactions using (identifier) where transactions.reference = $1 and ${where}`,
          body.reference,
        ),
      ({ length }) => length === count,
    );
  const [refused] = await eventsIn('attempts > 0');
  const identifier = String(refused?.['identifier']);
  await untilItsDeliveryWaits(identifier);
  await lose(identifier, 'now()', '1 hour');
  status = 200;
  await books.rows(
    `update events set next_attempt = now() - interval '1 second' where identifier = $1`,
    identifier,
  );
  await books.rows(
    `update recoveries set ensured_at = '-infinity', due_at = now() where identifier = $1`,
    identifier,
  );
  await eventsIn(`state = 'delivered'`);
  endpoint.close();
  return identifier;
}

describe('a payment whose workflow is lost', () => {
  it('is looked up by its first step where that is overdue', async () => {
    const identifier = await createAsked();
    await books.inThePast(
      `update lookups set asked_at = asked_at - interval '2 hours' where identifier = $1`,
      identifier,
    );
    await lose(identifier, '-infinity', '-1 second');
    const asked = await until(
      () => askedOf(identifier),
      ({ length }) => length === 2,
    );
    expect(asked).toEqual([{ counts: true }, { counts: true }]);
    const { events } = await handleOf(identifier).fetchHistory();
    expect(events?.filter((event) => event.timerStartedEventAttributes)).toEqual([]);
  });

  it('is closed by its first step where its page should have been', async () => {
    const { body } = await anyMerchant.post('/v2/payment', pixBody());
    const identifier = String(body['identifier']);
    await books.inThePast(
      `update transactions set payable_until = now() - interval '1 second' where identifier = $1`,
      identifier,
    );
    await lose(identifier, '-infinity', '-1 second');
    await until(
      () => books.rows('select status from transactions where identifier = $1', identifier),
      ([row]) => row?.['status'] === 'expired',
    );
    const { events } = await handleOf(identifier).fetchHistory();
    expect(events?.filter((event) => event.timerStartedEventAttributes)).toEqual([]);
  });

  it('is told to its merchant by its first step where that is overdue', async () => {
    const identifier = await loseRefused(1, {});
    await handleOf(identifier).result();
    const { events } = await handleOf(identifier).fetchHistory();
    expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toEqual([]);
  });

  it('is told of all that is overdue before it ends', async () => {
    const identifier = await loseRefused(2, { sandbox_after: 'chargeback' });
    await handleOf(identifier).result();
    const { events } = await handleOf(identifier).fetchHistory();
    expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(1);
  });

  it('is cancelled for its merchant before that', async () => {
    const identifier = await createAsked();
    await lose(identifier, '-infinity', '1 hour');
    await untilRunning(identifier);
    const [row] = await books.rows('select reference from transactions where identifier = $1', identifier);
    const cancelled = await merchant.postRaw(`/v2/payment/${String(row?.['reference'])}/cancel`, '');
    expect(cancelled.body).toMatchObject({ status: 'declined' });
  });

  it('is started with a delay where it is not, and asks its provider once a callback makes it doubtful', async () => {
    const identifier = await createAsked();
    await lose(identifier, '-infinity', '1 hour');
    const { startTime, executionTime } = await untilRunning(identifier);
    expect(Number(executionTime) - startTime.getTime()).toBeGreaterThan(10 * 60_000);
    expect(
      await notify(urls.api, JSON.stringify(notification(`${identifier}-1`)), { signature: 't=1,v1=00' }),
    ).toBe(401);
    await until(
      () => askedOf(identifier),
      ({ length }) => length === 2,
    );
  });

  it('is started by such a callback, before recovery starts it', async () => {
    const identifier = await createAsked();
    await lose(identifier, 'now()', '1 hour');
    await notify(urls.api, JSON.stringify(notification(`${identifier}-1`)), { signature: 't=1,v1=00' });
    await untilRunning(identifier);
    await until(
      () => askedOf(identifier),
      ({ length }) => length === 2,
    );
  });
});
