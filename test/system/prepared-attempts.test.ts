import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { afterCancel } from '#domain/transaction/decide-end';
import { afterPreparation } from '#domain/transaction/decide';
import { beginAttempt } from '#persistence/transactions/begin-attempt';
import { loadForLookup } from '#persistence/transactions/load-known';
import { recordChange } from '#persistence/transactions/record-change';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { sendPrepared } from '#persistence/transactions/send-prepared';
import { ledgerDatabase } from '../witnesses/ledger.js';
import { limitedRegistration } from '../fakes/limited.js';

/**
 * Goal: of all that prepare an attempt one may send it, and none once its transaction has ended (decision 0028). Method: the
 * steps of several runs of a submit, in every order that a crash or a stall can bring about.
 */
const database = ledgerDatabase();
beforeAll(() => database.initialize());
afterAll(() => database.destroy());

const moment = () => ({ now: new Date(), eventId: `evt_${randomUUID()}` });

/** A run that has prepared its provider. */
async function prepare(identifier: string, preparedMids: readonly string[]) {
  const { attempt, transaction, earlier } =
    (await beginAttempt(database, identifier, { preparedMids })) ?? {};
  if (!attempt || !transaction) throw new Error('nothing was begun');
  const known = { transaction, attempts: [...(earlier ?? []), attempt] };
  return {
    attempt,
    send: () => sendPrepared(database, transaction, attempt, 'RCP_1'),
    fail: () => {
      const result = { kind: 'notSent', detail: 'x', error: 'failed' } as const;
      return recordChange(database, transaction, afterPreparation(known, { n: attempt.n, result }, moment()));
    },
    cancel: () => recordChange(database, transaction, afterCancel(known, 'merchant', moment())),
  };
}

function mustBeFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('not registered');
  return found;
}

async function register() {
  const mids = [`mid-${randomUUID()}`];
  const one = limitedRegistration({ owner: randomUUID(), mids, limits: [] });
  expect(await registerTransaction(database, one)).toBe(true);
  const { identifier } = one;
  const load = async () => mustBeFound(await loadForLookup(database, identifier));
  return { run: () => prepare(identifier, mids), begin: () => beginAttempt(database, identifier), load };
}

it('is the same attempt for every run, and sent by the first that asks', async () => {
  const { run, begin, load } = await register();
  const runs = [await run(), await run()];
  expect(runs.map(({ attempt }) => attempt)).toMatchObject([
    { n: 1, state: 'preparing' },
    { n: 1, state: 'preparing' },
  ]);
  const sent = await Promise.all([...runs, ...runs].map(({ send }) => send()));
  expect(sent.filter((one) => one !== undefined)).toHaveLength(1);
  const { attempts } = await load();
  expect(attempts).toMatchObject([{ n: 1, state: 'sending', prepared: 'RCP_1' }]);
  expect((await begin())?.attempt).toBeUndefined();
});

it('that is being sent does not end by a preparation that failed elsewhere', async () => {
  const { run, load } = await register();
  const [sending, failing] = [await run(), await run()];
  expect(await sending.send()).toBeDefined();
  expect(await failing.fail()).toEqual({ kind: 'stale' });
  expect(await load()).toMatchObject({
    transaction: { status: 'pending' },
    attempts: [{ state: 'sending' }],
  });
});

it('is not sent when its preparation has failed elsewhere', async () => {
  const { run, load } = await register();
  const [sending, failing] = [await run(), await run()];
  expect(await failing.fail()).toMatchObject({ kind: 'recorded', status: 'error' });
  expect(await sending.send()).toBeUndefined();
  expect(await load()).toMatchObject({ attempts: [{ state: 'not_sent' }] });
});

it('is not sent when the merchant has cancelled, and cannot be cancelled once it is', async () => {
  const cancelled = await register();
  const early = await cancelled.run();
  expect(await early.cancel()).toMatchObject({ kind: 'recorded', status: 'declined' });
  expect(await early.send()).toBeUndefined();
  const late = await (await register()).run();
  expect(await late.send()).toBeDefined();
  expect(await late.cancel()).toEqual({ kind: 'stale' });
});
