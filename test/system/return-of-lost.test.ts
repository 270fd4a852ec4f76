import { afterAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { notification, notify } from '../fakes/notification.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { openBooks } from '../witnesses/books.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a workflow that Temporal has lost is there before it has something to do: what is overdue is done by its first step,
 * what is not costs no step until then, and a callback about it does not wait for recovery. Method: end one workflow and mark it as
 * lost with Temporal's database. Its provider was asked, and is to be asked again
 * when its window closes.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api, 'mk_test_suspected');
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

const untilRunning = (identifier: string) =>
  until(
    () => handleOf(identifier).describe(),
    ({ status }) => status.name === 'RUNNING',
  );

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
