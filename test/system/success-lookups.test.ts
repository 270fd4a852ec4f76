import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Transaction } from '#domain/transaction/transaction';
import { beginAttempt } from '#persistence/transactions/begin-attempt';
import { loadForLookup } from '#persistence/transactions/load-known';
import { recordChange } from '#persistence/transactions/record-change';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import {
  findAskedMids,
  findSuccessLookup,
  settleSuccessLookup,
  takeDueSuccessLookups,
} from '#persistence/transactions/success-lookups';
import { limitedRegistration } from '../fakes/limited.js';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: questions about successful payments are fair to each MID, few, and end. Method: a database of its own. */
const { database, books } = await createOwnDatabase();
const dayMs = 86_400_000;

beforeEach(() => books.rows('delete from success_lookups'));

const planned = (identifier: string, waits: readonly number[]) =>
  ({ identifier, plan: { timing: { lateSuccessLookupsMs: waits } } }) as unknown as Transaction;

async function ask(mid: string, { step = 0, endedAgoMs = 0, dueInMs = -1_000 } = {}): Promise<string> {
  const identifier = randomUUID();
  await books.rows(
    `insert into success_lookups (identifier, n, mid, step, ended_at, due_at) values
      ($1, 1, $2, $3, now() - $4 * interval '1 ms', now() + $5 * interval '1 ms')`,
    identifier,
    mid,
    step,
    endedAgoMs,
    dueInMs,
  );
  return identifier;
}

async function settle(
  identifier: string,
  isAnswered: boolean,
  waits: readonly number[] = [dayMs, 30 * dayMs],
) {
  const asked = await findSuccessLookup(database, identifier);
  if (!asked) return undefined;
  await settleSuccessLookup(database, planned(identifier, waits), { ...asked, isAnswered });
  const [row] = await books.rows(
    `select step, tries, extract(epoch from due_at - now())::float8 as due_in_s from success_lookups where identifier = $1`,
    identifier,
  );
  return row;
}

it('of each MID no more are taken than its quota, the oldest first, and each once', async () => {
  expect(await findAskedMids(database)).toEqual([]);
  const registered = limitedRegistration({ owner: 'shop', limits: [] });
  await registerTransaction(database, registered);
  const { identifier } = registered;
  await books.rows(
    `insert into success_lookups (identifier, n, mid, step, ended_at, due_at)
     select case when i = 0 then $1::uuid else gen_random_uuid() end, 1, case when i < 5 then 'one' else 'two' end, 0, now(),
       now() - interval '1 hour' + i * interval '1 second'
     from generate_series(0, 9) as i`,
    identifier,
  );
  await ask('three', { dueInMs: 60_000 });
  expect(await findAskedMids(database)).toEqual(['one', 'three', 'two']);
  const quotas = new Map([
    ['one', 2],
    ['two', 1],
    ['three', 5],
  ]);
  const due = () =>
    books.rows(
      'select mid, count(*)::integer from success_lookups where due_at <= now() group by mid order by mid',
    );
  expect((await takeDueSuccessLookups(database, quotas)).map((taken) => taken.identifier)).toEqual([
    identifier,
  ]);
  expect(await due()).toEqual([
    { mid: 'one', count: 3 },
    { mid: 'two', count: 4 },
  ]);
  await Promise.all([takeDueSuccessLookups(database, quotas), takeDueSuccessLookups(database, quotas)]);
  expect(await due()).toEqual([{ mid: 'two', count: 2 }]);
});

it('a success is asked about by the statement that records it, and sooner by a word that comes after it', async () => {
  const registered = limitedRegistration({ owner: 'shop', limits: [] });
  const { identifier } = registered;
  await registerTransaction(database, registered);
  await beginAttempt(database, identifier);
  const load = async () => {
    const known = await loadForLookup(database, identifier);
    if (!known) throw new Error('not registered');
    return known;
  };
  const row = async () => {
    const columns =
      'n, mid, step, tries, words, round(extract(epoch from due_at - now()))::integer as due_in_s';
    return (await books.rows(`select ${columns} from success_lookups where identifier = $1`, identifier))[0];
  };
  const open = await load();
  const final = {
    to: 'success',
    source: 'provider',
    error: undefined,
    expiredAtStage: undefined,
    finishedAt: new Date(),
    event: { eventId: `evt_${identifier.replaceAll('-', '')}`, body: '{}', callbackUrl: undefined },
  } as const;
  const askAgain = { n: 1, step: 0, afterMs: dayMs, spreadMs: 0 };
  const change = { attempt: { n: 1, to: 'final' }, move: final, askAgain } as const;
  expect(await recordChange(database, open.transaction, change)).toMatchObject({ status: 'success' });
  expect(await row()).toEqual({ n: 1, mid: 'main', step: 0, tries: 0, words: 0, due_in_s: 86_400 });
  expect(await recordChange(database, open.transaction, change)).toEqual({ kind: 'stale' });

  const { transaction } = await load();
  const word = { n: 1, step: 2, afterMs: 5_000, spreadMs: 0 };
  await recordChange(database, transaction, { askAgain: word });
  expect(await row()).toEqual({ n: 1, mid: 'main', step: 0, tries: 0, words: 1, due_in_s: 5 });
  await books.rows('delete from success_lookups');
  await recordChange(database, transaction, { askAgain: word });
  expect(await row()).toEqual({ n: 1, mid: 'main', step: 2, tries: 0, words: 0, due_in_s: 5 });
  await recordChange(database, transaction, {});
  expect(await row()).toMatchObject({ words: 0 });
});

it.each([
  ['no hint', 0, 'now()', 'provider', 86_400],
  ['a hint, and by a callback', 1, 'now()', 'provider', 5],
  ['a hint that a look-up has answered by which it succeeds', 1, 'now()', 'lookup', 86_400],
  ['a hint that came during the look-up by which it succeeds', 1, `'-infinity'`, 'lookup', 5],
] as const)(
  'a success after %s is asked about by its plan, or soon',
  async (_case, hints, askedAt, source, dueInS) => {
    const registered = limitedRegistration({ owner: 'shop', limits: [] });
    const { identifier } = registered;
    await registerTransaction(database, registered);
    await beginAttempt(database, identifier);
    await books.rows(
      `update recoveries set suspicions = $2, asked_at = ${askedAt} where identifier = $1`,
      identifier,
      hints,
    );
    const known = await loadForLookup(database, identifier);
    if (!known) throw new Error('not registered');
    const askAgain = { n: 1, step: 0, afterMs: dayMs, spreadMs: 0, afterHintMs: 5_000 };
    const final = {
      to: 'success',
      source,
      error: undefined,
      expiredAtStage: undefined,
      finishedAt: new Date(),
      event: { eventId: `evt_${identifier.replaceAll('-', '')}`, body: '{}', callbackUrl: undefined },
    } as const;
    await recordChange(database, known.transaction, {
      attempt: { n: 1, to: 'final' },
      move: final,
      askAgain,
    });
    const rows = await books.rows(
      `select step, round(extract(epoch from due_at - now()))::integer as due_in_s from success_lookups where identifier = $1`,
      identifier,
    );
    expect(rows).toEqual([{ step: 0, due_in_s: dueInS }]);
  },
);

it('an answered question is followed by the next of the plan, counted from the end, and the last by none', async () => {
  const identifier = await ask('one', { endedAgoMs: dayMs + 1_000 });
  const next = await settle(identifier, true);
  expect(next).toMatchObject({ step: 1, tries: 0 });
  const days = Number(next?.['due_in_s']) / 86_400;
  expect(days).toBeGreaterThan(28.9);
  expect(days).toBeLessThan(30.6);
  expect(await settle(await ask('one', { step: 1, endedAgoMs: 31 * dayMs }), true)).toBeUndefined();
});

it('one for a word before its time leaves the plan as it is; where nothing is planned it is the last', async () => {
  const next = await settle(await ask('one', { endedAgoMs: 60_000 }), true);
  expect(next).toMatchObject({ step: 0 });
  expect(Number(next?.['due_in_s'])).toBeGreaterThan(86_000);
  expect(await settle(await ask('one', { step: 2 }), true)).toBeUndefined();
  expect(await settle(await ask('one'), true, [])).toBeUndefined();
});

it('without an answer it comes again after ever longer waits, five times in all', async () => {
  const identifier = await ask('one', { step: 1, endedAgoMs: 31 * dayMs });
  const minutes: number[] = [];
  for (let row = await settle(identifier, false); row; row = await settle(identifier, false))
    minutes.push(Math.round(Number(row['due_in_s']) / 60));
  expect(minutes).toEqual([10, 20, 40, 80]);
});

it('a word that comes while it is asked is a question of its own', async () => {
  const identifier = await ask('one', { step: 2 });
  const asked = await findSuccessLookup(database, identifier);
  if (!asked) throw new Error('nothing to ask');
  await books.rows('update success_lookups set words = words + 1 where identifier = $1', identifier);
  await settleSuccessLookup(database, planned(identifier, []), { ...asked, isAnswered: true });
  expect(await findSuccessLookup(database, identifier)).toMatchObject({ words: 1 });
});
