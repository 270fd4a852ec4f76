import { afterEach, describe, expect, it, vi } from 'vitest';
import { Metrics } from '#metrics/metrics';
import { createLog } from '#runtime/create-log';
import { looksPerSecond } from '#runtime/adaptive-limit';
import { CreateLimit, followLoad } from './create-limit.js';

const burst = 100;
const tenSeconds = 10 * looksPerSecond;
const late = { waitMs: 900, loopDelayMs: 1, merchants: ['flood', 'modest', 'other'] };
const inTime = { waitMs: 0, loopDelayMs: 1, merchants: [] };

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
    begun('flood', burst - 1);
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
    expect(await shown('gateway_creates_limit')).toEqual([`gateway_creates_limit ${burst}`]);
    expect(await shown('gateway_creates_refused_total')).toEqual([
      'gateway_creates_refused_total{cause="backlog"} 1',
      'gateway_creates_refused_total{cause="event_loop"} 0',
    ]);
  });

  it('leave each merchant its share, whatever another one has begun before', () => {
    const { limit, begun } = open();
    begun('flood', 80);
    for (let look = 0; look < looksPerSecond; look += 1) limit.adapt(late);
    // The limit is 70.
    expect([begun('flood', 5), begun('modest', 99), begun('other', 99)]).toEqual([0, 35, 24]);
  });

  it('of a merchant whose own do not wait are not refused; a late event loop concerns everybody', () => {
    const { limit, begun } = open();
    begun('hung provider', burst);
    limit.adapt({ ...late, merchants: ['hung provider'] });
    expect([begun('hung provider', 5), begun('other', 99)]).toEqual([0, 99]);
    for (let look = 0; look < looksPerSecond; look += 1) limit.adapt({ ...inTime, loopDelayMs: 500 });
    expect([begun('hung provider', 5), begun('other', 5)]).toEqual([0, 0]);
  });

  it('of a merchant that has waited are limited until the limit is lifted', async () => {
    const { limit, begun, ends } = open();
    begun('flood', burst);
    limit.adapt(late);
    limit.adapt({ ...late, merchants: [] });
    expect(begun('modest', 99)).toBe(50);
    for (const end of ends) end();
    await new Promise((resolve) => setImmediate(resolve));
    for (let look = 0; look <= tenSeconds; look += 1) limit.adapt(inTime);
    begun('flood', burst);
    limit.adapt({ ...late, merchants: ['flood'] });
    expect(begun('modest', 99)).toBe(99);
  });

  it('make room when they end, well or not', async () => {
    const { limit, begin, begun, ends } = open();
    begun('flood', burst);
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
    for (let more = 1; more < burst; more += 1) begin('flood');
    limit.adapt(late);
    expect(begun('flood', 1)).toBe(0);
    expect(begin('flood', 'twice').hasBegun).toBe(true);
    for (const end of ends) end();
    await first.ended;
    for (let more = 0; more < burst; more += 1) begin('flood');
    const again = begin('flood', 'twice');
    expect(again.hasBegun).toBe(false);
    await expect(again.ended).rejects.toThrow();
    const ofAnother = limit.during('flood', { type: 'payout', reference: 'twice' }, () => Promise.resolve());
    await expect(ofAnother).rejects.toThrow();
  });
});

describe('creates that wait for a worker', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Looks for two seconds at two creates that have been registered, and returns the limit then. */
  async function limitWith(findUnbegun: Parameters<typeof followLoad>[1]): Promise<string[]> {
    vi.useFakeTimers();
    const { limit, shown } = open();
    const ends: (() => void)[] = [];
    for (const identifier of ['slow provider', 'unbegun'])
      void limit.untilFirstStep(
        { merchant: 'one', identifier },
        () => new Promise<void>((resolve) => ends.push(resolve)),
      );
    const load = followLoad(limit, findUnbegun);
    await vi.advanceTimersByTimeAsync(2_000);
    for (const end of ends) end();
    await Promise.all([load.stop(), vi.advanceTimersByTimeAsync(1_000)]);
    return shown('gateway_creates_limit');
  }
  const limited = [expect.stringMatching(/^gateway_creates_limit (100|70)$/)];

  it('for more than half a second are an overload', async () => {
    expect(await limitWith(() => Promise.resolve(new Set(['unbegun'])))).toEqual(limited);
  });

  it('are no overload once a worker has begun them all, however long their provider takes; Postgres is asked about each until then', async () => {
    const asked: (readonly string[])[] = [];
    const findUnbegun = (identifiers: readonly string[]) => {
      asked.push(identifiers);
      return Promise.resolve(new Set<string>());
    };
    expect(await limitWith(findUnbegun)).toEqual([]);
    expect(asked).toEqual([['slow provider', 'unbegun']]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('connection lost'))],
    ['does not answer', () => new Promise<never>(() => undefined)],
  ])('are one while Postgres %s', async (_how, findUnbegun) => {
    expect(await limitWith(findUnbegun)).toEqual(limited);
  });

  it('and grow old while Postgres is asked about others are asked about first', async () => {
    vi.useFakeTimers();
    const { limit, shown } = open();
    const answerMs = 200;
    const noneAfter = () =>
      new Promise<ReadonlySet<string>>((resolve) => setTimeout(() => resolve(new Set()), answerMs));
    const load = followLoad(limit, noneAfter);
    const ends: (() => void)[] = [];
    for (let n = 0; n < 100; n += 1) {
      void limit.untilFirstStep(
        { merchant: 'one', identifier: `p-${n}` },
        () => new Promise<void>((resolve) => ends.push(resolve)),
      );
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(await shown('gateway_creates_limit')).toEqual([]);
    for (const end of ends) end();
    await Promise.all([load.stop(), vi.advanceTimersByTimeAsync(1_000)]);
  });
});
