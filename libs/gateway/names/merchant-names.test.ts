import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AskNameServers } from './ask-name-servers.js';
import { createMerchantNames } from './merchant-names.js';

const { signal } = new AbortController();

/** Names of `slow.…` are never answered; what is under way and what was asked in all is counted. */
function names(now?: () => number) {
  const seen = { underWay: 0, most: 0, asked: [] as string[] };
  const ask: AskNameServers = async (host, { signal: given }) => {
    seen.asked.push(host);
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    try {
      if (!host.startsWith('slow')) return [`192.0.2.${host.length}`];
      if (host.startsWith('slow-none')) throw new Error('not found');
      return await new Promise<never>((_, reject) => {
        given.addEventListener('abort', () => reject(new Error('cancelled')));
      });
    } finally {
      seen.underWay -= 1;
    }
  };
  const resolve = createMerchantNames({ servers: [], hosts: () => undefined, ask, ...(now && { now }) });
  return { resolve, seen };
}

describe('hosts of merchants', () => {
  it('which are not answered hold up no other merchant, and are bounded', async () => {
    const { resolve, seen } = names();
    const giveUp = new AbortController();
    const slow = Array.from({ length: 40 }, (_, n) =>
      resolve(`slow${n}.evil.test`, { merchant: 'evil', signal: giveUp.signal }),
    );
    await setImmediate();
    expect(seen.underWay).toBe(4);
    expect(await resolve('shop.good.test', { merchant: 'good', signal })).toEqual(['192.0.2.14']);
    giveUp.abort();
    const results = await Promise.allSettled(slow);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(seen).toMatchObject({ underWay: 0, most: 5 });
    expect(seen.asked).toHaveLength(5);
    expect(await resolve('shop.evil.test', { merchant: 'evil', signal })).toEqual(['192.0.2.14']);
  });

  it('are bounded over all merchants as well', async () => {
    const { resolve, seen } = names();
    const giveUp = new AbortController();
    const slow = Array.from({ length: 1_000 }, (_, n) =>
      resolve(`slow${n}.test`, { merchant: `m${n % 100}`, signal: giveUp.signal }),
    );
    await setImmediate();
    expect(seen.underWay).toBe(128);
    giveUp.abort();
    await Promise.allSettled(slow);
    expect(seen.underWay).toBe(0);
  });

  it('are asked for once by attempts at the same time, until the last of them gives up', async () => {
    const { resolve, seen } = names();
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [one, other].map((each) =>
      resolve('slow.test', { merchant: 'shop', signal: each.signal }).catch(() => 'given up'),
    );
    await setImmediate();
    expect(seen.asked).toEqual(['slow.test']);
    one.abort();
    expect(await asked[0]).toBe('given up');
    expect(seen.underWay).toBe(1);
    other.abort();
    expect(await asked[1]).toBe('given up');
    await setImmediate();
    expect(seen.underWay).toBe(0);
  });

  it('that are not found are not asked for again for some seconds, by the same merchant', async () => {
    let now = 0;
    const { resolve, seen } = names(() => now);
    const ask = (merchant: string) => resolve('slow-none.test', { merchant, signal });
    await expect(ask('shop')).rejects.toThrow('not found');
    await expect(ask('shop')).rejects.toThrow('a moment ago');
    expect(seen.asked).toHaveLength(1);
    await expect(ask('other')).rejects.toThrow();
    expect(seen.asked).toHaveLength(2);
    now += 3_001;
    await expect(ask('shop')).rejects.toThrow();
    expect(seen.asked).toHaveLength(3);
  });

  it('that were only given up are asked for again at once', async () => {
    const { resolve, seen } = names();
    for (const _ of [1, 2]) {
      const hasty = AbortSignal.timeout(10);
      await expect(resolve('slow.test', { merchant: 'shop', signal: hasty })).rejects.toThrow('too long');
    }
    expect(seen.asked).toHaveLength(2);
  });
});
