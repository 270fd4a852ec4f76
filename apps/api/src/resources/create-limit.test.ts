import { describe, expect, it } from 'vitest';
import { Metrics } from '#metrics/metrics';
import { createLog } from '#runtime/create-log';
import { looksPerSecond } from '#runtime/adaptive-limit';
import { CreateLimit } from './create-limit.js';

const limitMin = 32;
const tenSeconds = 10 * looksPerSecond;
const late = { backlogMs: 0, loopDelayMs: 500 };
const inTime = { backlogMs: 0, loopDelayMs: 1 };

/** Creates of a merchant that run until they are told to end. */
function open() {
  const metrics = new Metrics('api');
  const limit = new CreateLimit(metrics, createLog('test', 'silent'));
  const ends: (() => void)[] = [];
  let last = 0;
  const begin = (merchant: string, reference = `r-${(last += 1)}`) => {
    let hasBegun = false;
    const ended = limit.during(merchant, { type: 'payment', reference }, () => {
      hasBegun = true;
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    return { hasBegun, ended };
  };
  const begun = (merchant: string, times: number) =>
    Array.from({ length: times }, () => begin(merchant))
      .map(({ hasBegun, ended }) => {
        if (!hasBegun) ended.catch(() => undefined);
        return hasBegun;
      })
      .filter(Boolean).length;
  const shown = async (name: string) =>
    (await metrics.render()).split('\n').filter((line) => line.startsWith(name));
  return { limit, begin, begun, ends, shown };
}

describe('creates under way', () => {
  it('are not limited while nothing is late', async () => {
    const { limit, begun, shown } = open();
    for (let look = 0; look < 5; look += 1) limit.adapt(inTime);
    expect(begun('flood', 3_000)).toBe(3_000);
    expect(await shown('gateway_creates_limit')).toEqual([]);
    expect(await shown('gateway_creates_under_way')).toEqual(['gateway_creates_under_way 3000']);
  });

  it('are refused beyond the limit: 503, to be repeated in 5 to 10 s, and counted by cause', async () => {
    const { limit, begin, begun, shown } = open();
    begun('flood', limitMin - 1);
    limit.adapt(late);
    expect(begin('flood').hasBegun).toBe(true);
    const refused = begin('flood', 'r-x');
    await expect(refused.ended).rejects.toMatchObject({
      key: 'unavailable',
      reference: 'r-x',
      condition: { httpStatus: 503, code: 200 },
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 5 && seconds <= 10) as number,
    });
    expect(refused.hasBegun).toBe(false);
    expect(await shown('gateway_creates_limit')).toEqual([`gateway_creates_limit ${limitMin}`]);
    expect(await shown('gateway_creates_refused_total')).toEqual([
      'gateway_creates_refused_total{cause="backlog"} 0',
      'gateway_creates_refused_total{cause="event_loop"} 1',
    ]);
  });

  it('leave each merchant its share, whatever another one has begun before', () => {
    const { limit, begun } = open();
    begun('flood', 80);
    for (let look = 0; look < looksPerSecond; look += 1) limit.adapt(late);
    // The limit is 56 of 80.
    expect([begun('flood', 5), begun('modest', 99), begun('other', 99)]).toEqual([0, 28, 19]);
  });

  it('make room when they end, well or not', async () => {
    const { limit, begin, begun, ends } = open();
    begun('flood', limitMin);
    limit.adapt(late);
    const key = { type: 'refund', reference: 'r' } as const;
    const failing = limit.during('modest', key, () => Promise.reject(new Error('as it happens')));
    await expect(failing).rejects.toThrow('as it happens');
    expect(begun('flood', 1)).toBe(0);
    ends[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun('flood', 2)).toBe(1);
    expect(begin('modest').hasBegun).toBe(true);
  });

  it('are not limited any more once the limit has not been reached for ten seconds', async () => {
    const { limit, begun, ends, shown } = open();
    begun('flood', 100);
    limit.adapt(late);
    expect(begun('flood', 1)).toBe(0);
    for (const end of ends) end();
    await new Promise((resolve) => setImmediate(resolve));
    for (let look = 0; look <= tenSeconds; look += 1) limit.adapt(inTime);
    expect(begun('flood', 3_000)).toBe(3_000);
    expect(await shown('gateway_creates_limit')).toEqual([]);
  });

  it('that repeat a reference under way are never refused: what that one registers answers them', async () => {
    const { limit, begin, begun, ends } = open();
    const first = begin('flood', 'twice');
    for (let more = 1; more < limitMin; more += 1) begin('flood');
    limit.adapt(late);
    expect(begun('flood', 1)).toBe(0);
    expect(begin('flood', 'twice').hasBegun).toBe(true);
    for (const end of ends) end();
    await first.ended;
    for (let more = 0; more < limitMin; more += 1) begin('flood');
    const again = begin('flood', 'twice');
    expect(again.hasBegun).toBe(false);
    await expect(again.ended).rejects.toThrow();
    const ofAnother = limit.during('flood', { type: 'payout', reference: 'twice' }, () => Promise.resolve());
    await expect(ofAnother).rejects.toThrow();
  });
});
