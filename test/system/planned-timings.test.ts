import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PlannedTiming } from '#domain/transaction/plan';
import { loadEvent } from '#persistence/callbacks/deliveries';
import { beginAttempt } from '#persistence/transactions/begin-attempt';
import { takeDueRecoveries } from '#persistence/transactions/due-recoveries';
import { findByIdentifier, findByReference, findRecord } from '#persistence/transactions/find-transaction';
import { findHistoryAsAnswer } from '#persistence/transactions/mark-answer';
import { takeDueLateLookups } from '#persistence/transactions/late-lookups';
import { listTransactions } from '#persistence/transactions/list-transactions';
import { loadForLookup, loadReported } from '#persistence/transactions/load-known';
import { keepProviderEvent, loadInbox } from '#persistence/transactions/provider-events';
import { raiseStalled } from '#persistence/transactions/raise-stalled';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import {
  findTransferSubject,
  keepTransferDetails,
  loadTransfer,
  takeDueTransfers,
} from '#persistence/transactions/transfer-details';
import { limitedRegistration } from '../fakes/limited.js';
import { placeTimings, type TimingsPlace } from '../witnesses/place-timings.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: every statement that needs the timings of a plan has them, wherever the release that registered the transaction has
 * put them (docs/decisions/0036). Method: a database of its own, on which no process works, and one payment for each place.
 */
const { database, books } = await createOwnDatabase();
const hourMs = 3_600_000;
const timing: PlannedTiming = {
  providerCallMs: 20_000,
  lookupCallMs: 10_000,
  lookupMs: [30_000, 60_000],
  notFoundAnswersMin: 3,
  unknownReviewMs: 2 * hourMs,
  settleMs: 30_000,
  submitMaxAgeMs: 5 * hourMs,
  windowMs: hourMs,
  hostedPageMs: hourMs,
  lateLookupsMs: [hourMs],
  callbackAttemptMs: 5_000,
  callbackRetriesMs: [1_000, 2_000],
};
const limit = 10;

/** Registered three hours ago, with an attempt a minute old. */
async function registerAt(place: TimingsPlace) {
  const merchant = `merchant-${randomUUID()}`;
  const registration = limitedRegistration({
    owner: merchant,
    limits: [],
    createdAt: new Date(Date.now() - 3 * hourMs),
  });
  const { identifier, reference, plan } = registration;
  await registerTransaction(database, { ...registration, plan: { ...plan, timing }, answerOpenMs: hourMs });
  await placeTimings(books, `identifier = '${identifier}'`, place);
  return { merchant, identifier, reference };
}

describe.each<TimingsPlace>(['in its plan', 'by their key'])('a payment that has its timings %s', (place) => {
  it('stands so in its row', async () => {
    const { identifier } = await registerAt(place);
    const [row] = await books.rows(
      `select plan->'timing' as inside, (select content from timings where key = timings_key) as apart
       from transactions where identifier = $1`,
      identifier,
    );
    expect(row).toEqual(
      place === 'in its plan' ? { inside: timing, apart: null } : { inside: null, apart: timing },
    );
  });

  it('is sent, looked up and raised by them', async () => {
    const { identifier } = await registerAt(place);
    const begun = await beginAttempt(database, identifier);
    expect(begun).toMatchObject({ sendWithinMs: 15_000, isTooOld: false, attempt: { n: 1, mid: 'main' } });
    expect(begun?.transaction.plan).toMatchObject({ timing, routes: [{ mid: 'main' }] });
    const [attempt] = await books.rows(
      `select extract(epoch from send_by - started_at)::float8 as seconds from attempts where identifier = $1`,
      identifier,
    );
    expect(attempt?.['seconds']).toBeCloseTo(15, 0);

    expect(await loadForLookup(database, identifier)).toMatchObject({ isSettled: false });
    await books.inThePast(
      `update attempts set send_by = now() - interval '31 seconds' where identifier = $1`,
      identifier,
    );
    expect(await loadForLookup(database, identifier)).toMatchObject({ isSettled: true });

    const raise = () => raiseStalled(database, { patienceMs: 60_000, limit });
    const moved = (hours: number) =>
      books.inThePast(
        `update transactions set progressed_at = now() - $2 * interval '1 hour' where identifier = $1`,
        identifier,
        hours,
      );
    await books.inThePast('update transactions set progressed_at = now()');
    await moved(1);
    expect(await raise()).toBe(0);
    await moved(2.5);
    expect(await raise()).toBe(1);
  });

  it('is too old to be sent by them', async () => {
    const { identifier } = await registerAt(place);
    await books.inThePast(
      `update transactions set submit_due_at = now() - interval '6 hours' where identifier = $1`,
      identifier,
    );
    expect(await beginAttempt(database, identifier)).toMatchObject({ isTooOld: true, attempt: undefined });
  });

  it('is read with them by every statement', async () => {
    const { merchant, identifier, reference } = await registerAt(place);
    const key = { merchant, type: 'payment', reference } as const;
    await beginAttempt(database, identifier);
    await keepTransferDetails(database, { identifier, fingerprint: Buffer.of(1), ciphertext: Buffer.of(1) });
    await books.inThePast(`update transfer_details set next_sweep_at = now()`);
    await books.inThePast(`update recoveries set due_at = now()`);
    await books.inThePast(
      `insert into late_lookups (identifier, n, ended_at, due_at) values ($1, 1, now(), now())`,
      identifier,
    );
    await books.inThePast(
      `insert into events (event_id, identifier, merchant, callback_url, body, state, finished_at)
       values ($1, $2, $3, 'http://127.0.0.1/', '{}', 'pending', now())`,
      `evt_${identifier}`,
      identifier,
      merchant,
    );
    const evidence = { providerReference: `${identifier}-1`, outcome: 'open' } as const;
    const event = { id: randomUUID(), eventId: randomUUID(), provider: 'sandbox', mids: ['main'], evidence };
    const ofThis = (all: readonly { readonly identifier: string; readonly plan: unknown }[]) =>
      all.find((one) => one.identifier === identifier)?.plan;
    const plans = {
      begin: (await beginAttempt(database, identifier))?.transaction.plan,
      duplicate: (await findByReference(database, key))?.plan,
      page: (await findByIdentifier(database, identifier))?.plan,
      answer: (
        await findHistoryAsAnswer(database, { identifier, callId: randomUUID() }, { isDurable: false })
      )?.transaction.plan,
      check: (await findRecord(database, key))?.transaction.plan,
      list: (await listTransactions(database, { merchant, limit })).transactions[0]?.transaction.plan,
      lookUp: (await loadForLookup(database, identifier))?.transaction.plan,
      reports: (await loadReported(database, identifier))?.transaction.plan,
      inbox: (await loadInbox(database, identifier))?.transaction.plan,
      callback: (await keepProviderEvent(database, event)).transaction?.plan,
      recovery: ofThis(await takeDueRecoveries(database, limit)),
      lateLookUp: ofThis(await takeDueLateLookups(database, { limit })),
      transfer: (await findTransferSubject(database, key))?.plan,
      transferPassedOn: (await loadTransfer(database, identifier))?.transaction.plan,
      transferRecovery: ofThis(await takeDueTransfers(database, limit)),
    };
    const whole = { timing, routes: [{ route: 'main', mid: 'main', provider: 'sandbox' }] };
    for (const [reader, plan] of Object.entries(plans)) expect([reader, plan]).toMatchObject([reader, whole]);
    expect(Object.values(plans)).toEqual(Object.values(plans).map(() => plans.page));
    expect((await loadEvent(database, identifier))?.timing).toEqual(timing);
  });
});

it('neither timings nor the key of a transaction ever change', async () => {
  const { identifier } = await registerAt('by their key');
  const refused = { code: '23001' };
  for (const change of [
    `update timings set content = '{}'`,
    'delete from timings',
    'truncate timings',
    `update transactions set timings_key = null where identifier = '${identifier}'`,
  ])
    await expect(books.rows(change)).rejects.toMatchObject(refused);
});
