import { ApplicationFailure } from '@temporalio/activity';
import { describe, expect, it } from 'vitest';
import { createSubmitBulkhead, midBusy, retryOnlyBusy } from './submit-bulkhead.js';

const limits = { slots: 2, waitMinMs: 250, waitMaxMs: 15_000 };

/** Stands for Postgres: an attempt at the MID is due, and begun unless the MID is full. */
function beginAt(mid: string) {
  return (fullMids: readonly string[]) =>
    Promise.resolve({ attempt: fullMids.includes(mid) ? undefined : { mid }, dueMid: mid });
}

const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('concurrent submits to one MID', () => {
  it('are limited, and the next one is refused with a time to retry', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    await bulkhead.claim(beginAt('slow'));
    await bulkhead.claim(beginAt('slow'));
    const refused = (await failureOf(bulkhead.claim(beginAt('slow')))) as ApplicationFailure;
    expect(refused).toMatchObject({ type: midBusy, nonRetryable: false });
    expect(Number(refused.nextRetryDelay)).toBeGreaterThan(0);
  });

  it('do not affect other MIDs', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    await bulkhead.claim(beginAt('slow'));
    await bulkhead.claim(beginAt('slow'));
    expect((await bulkhead.claim(beginAt('quick'))).claimed?.attempt).toEqual({ mid: 'quick' });
  });

  it('free their slot when they end', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    const { release } = await bulkhead.claim(beginAt('slow'));
    await bulkhead.claim(beginAt('slow'));
    release();
    expect((await bulkhead.claim(beginAt('slow'))).claimed?.attempt).toBeDefined();
  });

  it('are limited if many start at once, except for claims that are under way together', async () => {
    const bulkhead = createSubmitBulkhead({ ...limits, slots: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => bulkhead.claim(beginAt('slow'))),
    );
    const begun = results.filter(({ status }) => status === 'fulfilled').length;
    expect(begun).toBeGreaterThanOrEqual(10);
    expect(begun).toBeLessThan(10 + 20);
  });

  it('are not counted if no attempt was due', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    for (let n = 0; n < 5; n += 1) {
      const nothing = { attempt: undefined, dueMid: undefined };
      expect((await bulkhead.claim(() => Promise.resolve(nothing))).claimed).toEqual(nothing);
    }
    expect((await bulkhead.claim(beginAt('any'))).claimed?.attempt).toBeDefined();
  });

  it('free their turn if Postgres fails', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    const broken = () => Promise.reject(new Error('no connection'));
    for (let n = 0; n < 50; n += 1) expect(await failureOf(bulkhead.claim(broken))).toBeInstanceOf(Error);
    expect((await bulkhead.claim(beginAt('any'))).claimed?.attempt).toBeDefined();
  });
});

describe('a failed submit', () => {
  const run = (error: unknown) => failureOf(retryOnlyBusy(() => Promise.reject(error as Error))());

  it('is retried if its MID is busy', async () => {
    const busy = ApplicationFailure.create({ type: midBusy, nextRetryDelay: 300 });
    expect(await run(busy)).toBe(busy);
  });

  it.each([
    new Error('no connection'),
    ApplicationFailure.create({ type: 'NOT_REGISTERED', nonRetryable: true }),
    ApplicationFailure.create({ type: 'OTHER' }),
    'no error at all',
  ])('is not retried for any other reason: %s', async (error) => {
    expect(await run(error)).toMatchObject({ nonRetryable: true });
  });
});
