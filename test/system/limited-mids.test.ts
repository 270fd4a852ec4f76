import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { createCustomer } from '../../tools/demo/customer.js';
import { midQueue } from '#contracts/task-queues';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { startTestStack, type TestStack } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a MID with `requests_per_second_max` is sent no more than that, and nothing else pays for it. Method: a stack of
 * its own in which `second` is limited; histories show the queue of each submit, the books when it began.
 */
const perSecond = 4;

let running: TestStack;
let books: Books;
let temporal: Connection;
let limited: Merchant;
let free: Merchant;

beforeAll(async () => {
  running = await startTestStack({
    settings: [
      [['mids', 'second', 'requests_per_second_max'], perSecond],
      // Its callback comes first, on a busy machine too: no payment takes the steps of a look-up.
      [
        ['timing', 'lookup'],
        ['30s', '30s'],
      ],
      [['projects', 'window', 'routes'], [{ mid: 'second', bank_code_challenges: ['provider_banks'] }]],
      [
        ['projects', 'cascade', 'routes'],
        [{ mid: 'closed' }, { mid: 'second' }],
      ],
      [['projects', 'window', 'timing'], { response_deadline: '30s', provider_call: '2s' }],
    ],
  });
  const { postgres, temporal: server, urls } = running.stack;
  books = openBooks(postgres.url);
  temporal = await Connection.connect({ address: server.address });
  limited = createMerchant(urls.api, 'mk_test_window');
  free = createMerchant(urls.api);
});
afterAll(async () => {
  await Promise.all([books.close(), temporal.close()]);
  await running.stop();
});

/** The queues of its submits that are activities of their own. */
async function historyOf(identifier: string) {
  const handle = new Client({ connection: temporal }).workflow.getHandle(paymentWorkflowId(identifier));
  await handle.result();
  const { events } = await handle.fetchHistory();
  const submits = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name === 'submitTransaction' ? [scheduled.taskQueue?.name] : [],
  );
  return { submits };
}

async function pay(merchant: Merchant) {
  const body = idealBody({ sandbox: 'success' });
  const { body: created } = await merchant.post('/v2/payment', body);
  expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
  return String(created['identifier']);
}

const queue = midQueue('second');

it('a payment goes over the queue of its limited MID at once, and any other over none', async () => {
  const one = await historyOf(await pay(limited));
  const other = await historyOf(await pay(free));
  expect(one.submits).toEqual([queue]);
  expect(other.submits).toEqual([]);
});

it('a further route with a limit is tried over its queue', async () => {
  const { submits } = await historyOf(await pay(createMerchant(running.stack.urls.api, 'mk_test_cascade')));
  expect(submits).toEqual([queue]);
});

it('no more attempts begin in a second than the limit allows', async () => {
  const count = 6 * perSecond;
  const identifiers = await Promise.all(Array.from({ length: count }, () => pay(limited)));
  const rows = await books.rows(
    `select extract(epoch from max(started_at) - min(started_at))::float8 as seconds from attempts
     where identifier = any($1::uuid[])`,
    identifiers,
  );
  // Half of it: the rate is a mean, and lets small bursts through.
  expect(Number(rows[0]?.['seconds'])).toBeGreaterThan(count / perSecond / 2);
});

it('a hosted page waits on no queue but its own, and what was put there comes out when the limit is gone', async () => {
  const body = pixBody({ sandbox: 'success' });
  const { body: created } = await limited.post('/v2/payment', body);
  const customer = createCustomer();
  const page = await customer.open(String(created['redirect_url']));
  await takeLimitAway();
  await customer.submit(page, 'pay');
  expect(await limited.untilFinal(body.reference)).toMatchObject({ status: 'success' });
  const { submits } = await historyOf(String(created['identifier']));
  expect(submits).toEqual([queue]);
  expect((await historyOf(await pay(limited))).submits).toEqual([]);
});

/** Applied while all run; the workers that come after the change know of the queue all the same. */
async function takeLimitAway(): Promise<void> {
  const { stack, directory } = running;
  const file = join(directory, 'gateway.yaml');
  const configuration = parseDocument(await readFile(file, 'utf8'));
  configuration.deleteIn(['mids', 'second', 'requests_per_second_max']);
  await writeFile(file, String(configuration));
  const program = 'dist/bundles/gateway.js';
  await promisify(execFile)(process.execPath, [program, 'config', 'apply', file], {
    env: stack.environment,
  });
  await Promise.all([stack.apps.worker.restart(), stack.apps.api.restart()]);
  await until(
    () => fetch(`${stack.urls.api}/health/ready`),
    ({ ok }) => ok,
  );
}
