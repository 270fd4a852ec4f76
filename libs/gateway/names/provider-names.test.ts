import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import type { AskNameServers } from './ask-name-servers.js';
import { createProviderLookup, type ProviderNameSettings } from './provider-names.js';

type Options = { readonly all?: boolean; readonly family?: 0 | 4 | 6 };

/** What a connection would dial; `undefined` where there is nothing to dial. */
function dialled(
  lookup: ReturnType<typeof createProviderLookup>,
  host: string,
  options: Options = { all: true },
): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    lookup(host, options, (error, found) => {
      if (error) resolve(undefined);
      else resolve(typeof found === 'string' ? [found] : found.map(({ address }: LookupAddress) => address));
    });
  });
}

const notFound = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
const noAnswer = () => Promise.reject(Object.assign(new Error('no'), { code: 'ETIMEOUT' }));
const never = () => new Promise<never>(() => undefined);

function lookupWith(ask: AskNameServers, settings: ProviderNameSettings = {}) {
  const askSystem = () => Promise.reject(new Error('the system is not asked'));
  return createProviderLookup({ hosts: () => undefined, ask, askSystem, ...settings });
}

describe('hosts of providers', () => {
  it.each([
    ['fail', noAnswer],
    ['are not answered', never],
    ['are unknown all at once', notFound],
  ])('that %s keep the addresses that were found last', async (_, then) => {
    let answer: () => Promise<readonly string[]> = () => Promise.resolve(['192.0.2.1', '2001:db8::1']);
    const lookup = lookupWith(() => answer());
    expect(await dialled(lookup, 'api.test')).toEqual(['192.0.2.1', '2001:db8::1']);
    answer = () => Promise.resolve(['192.0.2.2', '2001:db8::2']);
    expect(await dialled(lookup, 'api.test')).toEqual(['192.0.2.2', '2001:db8::2']);
    answer = then;
    expect(await dialled(lookup, 'api.test')).toEqual(['192.0.2.2', '2001:db8::2']);
    expect(await dialled(lookup, 'api.test', { family: 6 })).toEqual(['2001:db8::2']);
    expect(await dialled(lookup, 'api.test', {})).toEqual(['192.0.2.2']);
  });

  it('have no address that is older than a day', async () => {
    let now = 0;
    let answer: () => Promise<readonly string[]> = () => Promise.resolve(['192.0.2.1']);
    const lookup = lookupWith(() => answer(), { now: () => now });
    await dialled(lookup, 'api.test');
    answer = noAnswer;
    now = 24 * 3_600_000;
    expect(await dialled(lookup, 'api.test')).toEqual(['192.0.2.1']);
    now += 1;
    expect(await dialled(lookup, 'api.test')).toBeUndefined();
  });

  it('that no name server knows are asked of the system; those that are not answered are not', async () => {
    const settings = { askSystem: () => Promise.resolve(['10.0.0.1']) };
    expect(await dialled(lookupWith(notFound, settings), 'upstream')).toEqual(['10.0.0.1']);
    expect(await dialled(lookupWith(noAnswer, settings), 'upstream')).toBeUndefined();
  });

  it('that are in the hosts file are not asked for', async () => {
    const lookup = lookupWith(noAnswer, { hosts: () => ['127.0.0.1'] });
    expect(await dialled(lookup, 'localhost')).toEqual(['127.0.0.1']);
  });

  it('are asked for once by calls at the same time', async () => {
    let asked = 0;
    const lookup = lookupWith(() => {
      asked += 1;
      return Promise.resolve(['192.0.2.1']);
    });
    await Promise.all(Array.from({ length: 20 }, () => dialled(lookup, 'api.test')));
    expect(asked).toBe(1);
    await dialled(lookup, 'api.test');
    expect(asked).toBe(2);
  });

  it('have no address of a family that they do not have', async () => {
    const lookup = lookupWith(() => Promise.resolve(['192.0.2.1']));
    expect(await dialled(lookup, 'api.test', { family: 6 })).toBeUndefined();
  });
});
