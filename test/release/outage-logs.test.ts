import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sandboxConnector } from '#gateway/connectors/sandbox/connector';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint } from '../fakes/endpoint.js';
import { untilLine } from '../witnesses/log-file.js';
import { demo, notification, notify } from '../fakes/notification.js';
import { choicePayout, confirmations, knownBank, payouts } from '../fakes/payout-bodies.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { createTransfer, transferOf, transferPath } from '../fakes/transfers.js';
import { until } from '../witnesses/until.js';

/** Goal: the log lines that the runbook names for the outage of a part are written then, by the real parts. */
let system: BreakableSystem;
let api: string;
let worker: string;

beforeAll(async () => {
  system = await startBreakableSystem({ apps: withoutCheckout });
  api = system.stack.apps.api.logFile;
  worker = system.stack.apps.worker.logFile;
});
afterAll(() => system.stop());
beforeEach(() => system.untilReady());

/** A call that takes longer than this goes on by itself, after the task that began it. */
const pastAtOnceMs = 1_200;
const warning = { level: 40 };

describe('while no worker runs', () => {
  it('a bank that is chosen is not confirmed', async () => {
    const { merchant, stack } = system;
    const payout = choicePayout({ sandbox: 'success' });
    const { identifier } = (await merchant.post(payouts, payout)).body;

    await stack.apps.worker.kill();
    const choice = { reference: payout.reference, bank_code: knownBank };
    expect((await merchant.post(confirmations, choice)).status).toBe(504);
    const unconfirmed = { msg: 'workflow did not confirm the bank code', identifier };
    expect(await untilLine(api, unconfirmed)).toMatchObject({
      ...warning,
      cause: expect.any(String) as string,
    });
    await stack.apps.worker.start();
  });
});

describe('while a provider knows better', () => {
  it('details of a transfer are refused', async () => {
    const { merchant, stack } = system;
    const { reference, identifier } = await createTransfer(merchant);
    const account = { provider: 'sandbox', mid: 'main', baseUrl: stack.urls.sandbox, credentials: demo };
    const another = { trackingKey: 'ANOTHER1' };
    const limit = { timeoutMs: 10_000 };
    const order = `${identifier}-1`;
    const told = await sandboxConnector.payment.submitTransferDetails(order, another, account, limit);
    expect(told).toEqual({ kind: 'taken' });
    expect((await merchant.post(transferPath, transferOf(reference))).status).toBe(200);
    const refused = { msg: 'transfer details refused', identifier, reason: 'OTHER_TRANSFER_KNOWN' };
    expect(await untilLine(worker, refused)).toMatchObject(warning);
  });
});

describe('while Temporal is away', () => {
  it('stored transactions are logged as not woken and not started, and start anew in an empty Temporal', async () => {
    const { merchant, stack } = system;
    const waiting = await merchant.post('/v2/payment', idealBody());
    const identifier = String(waiting.body['identifier']);
    const transfer = await createTransfer(merchant);
    const untouched = await merchant.post('/v2/payment', idealBody());

    await stack.temporal.kill();
    const paid = notification(`${identifier}-1`, {
      state: 'REFUSED',
      reason: 'TEST',
      retry_elsewhere: false,
    });
    expect(await notify(stack.urls.api, JSON.stringify(paid))).toBe(200);
    const unwoken = { msg: 'workflow not woken; recovery will wake it', identifier };
    expect(await untilLine(api, unwoken)).toMatchObject(warning);
    expect((await merchant.post(transferPath, transferOf(transfer.reference))).status).toBe(200);
    const unstarted = {
      msg: 'workflow not started; recovery will start it',
      identifier: transfer.identifier,
    };
    expect(await untilLine(api, unstarted)).toMatchObject(warning);
    const refused = { msg: 'Temporal refused workflow starts; recovery retries them' };
    expect(await untilLine(worker, refused)).toMatchObject(warning);
    const failed = { msg: 'housekeeping failed; it will be retried', name: 'lost workflows' };
    expect(await untilLine(worker, failed)).toMatchObject(warning);

    await stack.temporal.restart();
    const anew = { msg: 'Temporal has a new database: all open workflows are being started anew' };
    expect(await untilLine(worker, anew)).toMatchObject({ level: 50 });
    await untilLine(worker, { msg: 'started by recovery', identifier: untouched.body['identifier'] });
  });
});

describe('while Postgres is away', () => {
  it('neither the answer to a merchant nor that of a provider is recorded', async () => {
    const { merchant, books, stack } = system;
    const body = idealBody({ sandbox: 'timeout_success' });
    const answer = merchant.post('/v2/payment', body);
    const sent = `select identifier from transactions join attempts using (identifier)
      where reference = $1 and attempts.state = 'sending'`;
    const [{ identifier } = {}] = await until(
      () => books.rows(sent, body.reference),
      (found) => found.length === 1,
    );
    await stack.postgres.kill();
    expect((await answer).status).toBe(504);
    const unwritten = { msg: 'idempotency record not written, will be retried', identifier };
    expect(await untilLine(api, unwritten)).toMatchObject(warning);
    expect(
      await untilLine(worker, { msg: 'submit not recorded; it will be looked up', identifier }),
    ).toMatchObject(warning);
    await stack.postgres.restart();
  });

  it('what a merchant says to its callback is not recorded', async () => {
    const { merchant, stack } = system;
    let say: () => void = () => undefined;
    const isSaid = new Promise<void>((resolve) => (say = resolve));
    const endpoint = await openEndpoint(() => isSaid.then(() => ({ status: 200 })));
    const body = idealBody({ sandbox: 'success' }, { callback_url: `${endpoint.url}/callbacks` });
    const { identifier } = (await merchant.post('/v2/payment', body)).body;
    await until(
      () => Promise.resolve(endpoint.heard),
      (heard) => heard.length > 0,
    );
    await Promise.all([stack.postgres.kill(), sleep(pastAtOnceMs)]);
    say();
    expect(
      await untilLine(worker, { msg: 'delivery not recorded; it will be repeated', identifier }),
    ).toMatchObject(warning);
    await stack.postgres.restart();
    endpoint.close();
  });
});
