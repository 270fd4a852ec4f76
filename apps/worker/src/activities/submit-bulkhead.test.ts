import { ApplicationFailure } from '@temporalio/activity';
import { describe, expect, it } from 'vitest';
import { createSubmitBulkhead, midBusy, retryOnlyBusy } from './submit-bulkhead.js';

const limits = { slots: 2, waitMinMs: 250, waitMaxMs: 15_000 };

/** Stands for the books: an attempt at the MID is due, and begun unless it was not to be. */
function beginAt(mid: string) {
  return (fullMids: readonly string[]) =>
    Promise.resolve({ begun: fullMids.includes(mid) ? undefined : { mid }, dueMid: mid });
}

const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('submits under way at one MID', () => {
  it('are bounded, and the next one is asked to come back', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    await bulkhead.admit(beginAt('slow'));
    await bulkhead.admit(beginAt('slow'));
    const refused = (await failureOf(bulkhead.admit(beginAt('slow')))) as ApplicationFailure;
    expect(refused).toMatchObject({ type: midBusy, nonRetryable: false });
    expect(Number(refused.nextRetryDelay)).toBeGreaterThan(0);
  });

  it('leave other MIDs alone', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    await bulkhead.admit(beginAt('slow'));
    await bulkhead.admit(beginAt('slow'));
    expect((await bulkhead.admit(beginAt('quick'))).loaded?.begun).toEqual({ mid: 'quick' });
  });

  it('make room when they end', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    const { leave } = await bulkhead.admit(beginAt('slow'));
    await bulkhead.admit(beginAt('slow'));
    leave();
    expect((await bulkhead.admit(beginAt('slow'))).loaded?.begun).toBeDefined();
  });

  it('are bounded also where many begin at one moment, but for those that begin together', async () => {
    const bulkhead = createSubmitBulkhead({ ...limits, slots: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => bulkhead.admit(beginAt('slow'))),
    );
    const begun = results.filter(({ status }) => status === 'fulfilled').length;
    expect(begun).toBeGreaterThanOrEqual(10);
    expect(begun).toBeLessThan(10 + 20);
  });

  it('are not counted where nothing was due', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    for (let n = 0; n < 5; n += 1) {
      const { loaded } = await bulkhead.admit(() => Promise.resolve({ begun: undefined, dueMid: undefined }));
      expect(loaded).toEqual({ begun: undefined, dueMid: undefined });
    }
    expect((await bulkhead.admit(beginAt('any'))).loaded?.begun).toBeDefined();
  });

  it('give their turn back when the books cannot be asked', async () => {
    const bulkhead = createSubmitBulkhead(limits);
    const broken = () => Promise.reject(new Error('no connection'));
    for (let n = 0; n < 50; n += 1) expect(await failureOf(bulkhead.admit(broken))).toBeInstanceOf(Error);
    expect((await bulkhead.admit(beginAt('any'))).loaded?.begun).toBeDefined();
  });
});

describe('a failed submit', () => {
  const run = (error: unknown) => failureOf(retryOnlyBusy(() => Promise.reject(error as Error))());

  it('is tried again where its MID is busy', async () => {
    const busy = ApplicationFailure.create({ type: midBusy, nextRetryDelay: 300 });
    expect(await run(busy)).toBe(busy);
  });

  it.each([
    new Error('no connection'),
    ApplicationFailure.create({ type: 'NOT_REGISTERED', nonRetryable: true }),
    ApplicationFailure.create({ type: 'OTHER' }),
    'no error at all',
  ])('is not, after anything else: %s', async (error) => {
    expect(await run(error)).toMatchObject({ nonRetryable: true });
  });
});
