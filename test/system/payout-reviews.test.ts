import { afterAll, describe, expect, it } from 'vitest';
import { closeReview, type ReviewClosing } from '#contracts/operator-updates';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openDatabase } from '../witnesses/database.js';
import { createMerchant } from '../fakes/merchant.js';
import { payouts, pixPayout } from '../fakes/payout-bodies.js';
import { balanceOf, entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { pageOf } from '../witnesses/page-of.js';
import { sharedStack } from '../stack/stack.js';
import { refusalOf } from '../witnesses/refusal-of.js';
import { connectTemporal } from '../stack/temporal.js';

/**
 * Goal: money that came back after a payout's success is given back to its merchant by the operator who closes the review, once,
 * and the payout stays what it was (contract §9, §13). Method: the update that the Temporal UI sends.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const database = await openDatabase(databaseUrl);
const temporal = await connectTemporal();

afterAll(async () => {
  await database.destroy();
  await books.close();
});

const by = { operator: 'eve', reason: 'the bank sent it back' };
const returned: ReviewClosing = { ...by, adjustment: 'returned' };

/** A transaction of the scenario, with its review open and waiting for a person. */
async function underReview(path: string, body: Readonly<Record<string, unknown>>) {
  const { identifier } = (await merchant.post(path, body)).body;
  const review = temporal.workflow.getHandle(`review/${String(identifier)}`);
  const workflowStatus = () =>
    review.describe().then(
      ({ status }) => status.name,
      () => 'none',
    );
  await expect.poll(workflowStatus).toBe('RUNNING');
  const close = (closing: object) => review.executeUpdate(closeReview, { args: [closing as ReviewClosing] });
  return { identifier: String(identifier), review, close };
}

/** As a further contradiction does. */
async function raiseAgain(identifier: string, nextSweepAt: string): Promise<void> {
  await books.rows(
    `insert into reviews (identifier, cause, evidence, next_sweep_at)
     select identifier, 'raised again', evidence, ${nextSweepAt} from reviews where identifier = $1 limit 1`,
    identifier,
  );
}

const contradicted = () => pixPayout({ sandbox: 'contradictory_callback' });

async function isClosed(identifier: string): Promise<boolean> {
  const reviews = await reviewsOf(books, identifier);
  return reviews.every(({ closed_at: closedAt }) => closedAt !== null);
}

describe('money that came back', () => {
  it('goes back to the merchant with the closing; the payout stays a success', async () => {
    const body = contradicted();
    const { identifier, review, close } = await underReview(payouts, body);
    const { body: before } = await merchant.get(`${payouts}/${body.reference}`);
    const balance = await balanceOf(merchant, 'BRL');

    await close(returned);
    await review.result();
    expect(await isClosed(identifier)).toBe(true);
    expect(await entriesOf(books, identifier)).toEqual([
      'reserve 10.5 BRL',
      'settle 10.5 BRL',
      'adjust 10.5 BRL',
    ]);
    expect(await balanceOf(merchant, 'BRL')).toEqual({ ...balance, available: balance.available + 10.5 });
    const { body: after } = await merchant.get(`${payouts}/${body.reference}`);
    expect({ ...after, timestamp: '', callback: '' }).toEqual({ ...before, timestamp: '', callback: '' });
    const [entry] = await books.rows(
      "select author, reason from ledger_entries where identifier = $1 and kind = 'adjust'",
      identifier,
    );
    expect(entry).toEqual({ author: 'eve', reason: 'the bank sent it back' });
    expect(await proveLedger(database)).toMatchObject({ differencesCount: 0, differences: [] });
  });

  it('is given back once, when several close at the same time', async () => {
    const { identifier, close } = await underReview(payouts, contradicted());
    const closed = await Promise.allSettled([close(returned), close(returned), close(returned)]);
    expect(closed.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await isClosed(identifier)).toBe(true);
    expect(await entriesOf(books, identifier)).toHaveLength(3);
  });

  it('a closing without adjustment gives nothing back', async () => {
    const { identifier, close } = await underReview(payouts, contradicted());
    await close({ ...by, adjustment: undefined });
    expect(await isClosed(identifier)).toBe(true);
    expect(await entriesOf(books, identifier)).toEqual(['reserve 10.5 BRL', 'settle 10.5 BRL']);
  });
});

describe('a closing closes what its page shows, and nothing else', () => {
  it('what was raised after it stays open, is shown, and is closed by a second closing', async () => {
    const { identifier, review, close } = await underReview(payouts, contradicted());
    const shown = () => pageOf(review);
    await expect.poll(shown).toContain('Review ');
    // The workflow gets no signal.
    await raiseAgain(identifier, `now() + interval '1 day'`);
    await close({ ...by, adjustment: undefined });
    const open = await books.rows(
      'select id, cause from reviews where identifier = $1 and closed_at is null',
      identifier,
    );
    expect(open).toEqual([{ id: expect.any(String) as string, cause: 'raised again' }]);
    await expect.poll(shown).toContain(`Review ${String(open[0]?.['id'])}, `);
    await close({ ...by, adjustment: undefined });
    await review.result();
    expect(await isClosed(identifier)).toBe(true);
  });
});

describe('an adjustment that does not fit is refused, and the review stays open', () => {
  it.each([
    ['a payment', '/v2/payment', () => idealBody({ sandbox: 'contradictory_callback' })],
    ['a payout that is not final', payouts, () => pixPayout({ sandbox: 'wrong_amount' })],
  ])('%s', async (_name, path, newBody) => {
    const { identifier, close } = await underReview(path, newBody());
    const entries = await entriesOf(books, identifier);
    expect(await refusalOf(close(returned))).toBe(
      'Only the money of a successful payout or refund can have come back. Close the review without an adjustment.',
    );
    expect(await isClosed(identifier)).toBe(false);
    expect(await entriesOf(books, identifier)).toEqual(entries);
    await close(by);
    expect(await isClosed(identifier)).toBe(true);
  });

  it('a payout whose money was given back before', async () => {
    const { identifier, review, close } = await underReview(payouts, contradicted());
    await close(returned);
    await review.result();
    await raiseAgain(identifier, 'now()');
    await expect.poll(async () => (await review.describe()).status.name).toBe('RUNNING');
    expect(await refusalOf(close(returned))).toContain('was credited to its merchant before, or');
    expect(await isClosed(identifier)).toBe(false);
    await close(by);
    expect(await entriesOf(books, identifier)).toHaveLength(3);
  });

  it('another word than "returned", and a closing without a name', async () => {
    const { identifier, close } = await underReview(payouts, contradicted());
    expect(await refusalOf(close({ ...by, adjustment: 'lost' }))).toBe(
      'adjustment must be "returned" or left out.',
    );
    expect(await refusalOf(close({ ...returned, operator: ' ' }))).toBe('Required: operator.');
    expect(await entriesOf(books, identifier)).toHaveLength(2);
    await close(by);
  });
});
