import 'reflect-metadata';
import { createHmac } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Metrics } from '#metrics/metrics';
import { createDatabase } from '#persistence/database';
import { memoryLog } from '#runtime/testing/memory-log';
import { readDevelopmentConfiguration } from '../../../../test/stack/read-development-configuration.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { FollowSuspicions } from './follow-suspicions.js';
import { ReceiveProviderCallback } from './receive-provider-callback.js';

/**
 * Goal: forged callbacks of one sender cost a bounded number of hashed bytes and do not affect other senders. No database is
 * connected, so a verified callback ends as `unavailable`.
 */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const midsMax = 500;
const bodyBytes = 60_000;

function receiver(): ReceiveProviderCallback {
  const configuration = readDevelopmentConfiguration();
  const [bank] = Object.values(configuration.providers);
  if (!bank) throw new Error('the development configuration has a provider');
  const mid = { provider: 'paystack', enabled: true };
  const mids = Object.fromEntries(
    Array.from({ length: midsMax }, (_, index) => [
      `mid_${index}`,
      { ...mid, credentials: { secret_key: `key_${index}` } },
    ]),
  );
  const current = {
    ...configuration,
    mids,
    providers: { paystack: { ...bank, connector: 'paystack', baseUrl: 'https://bank.example' } },
  };
  const watched = new CurrentConfiguration({ current: () => current, version: () => 1 });
  const database = createDatabase({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    applicationName: 'test',
    poolSize: 1,
  });
  const temporal = new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) });
  const suspicions = new FollowSuspicions(database, temporal, watched);
  return new ReceiveProviderCallback(
    database,
    temporal,
    watched,
    new Metrics('api'),
    suspicions,
    memoryLog().log,
  );
}

function event(key: string | undefined, type = 'charge.success') {
  const data = { id: 7, reference: 'r-1', status: 'success', amount: 1_000, currency: 'NGN', note: '' };
  const transaction_reference = '01a21a5e-f729-77fd-9825-327076234320-1';
  const body = { event: type, data: { transaction_reference, ...data, note: 'x'.repeat(bodyBytes) } };
  const rawBody = Buffer.from(JSON.stringify(body));
  const signature =
    key === undefined ? '0'.repeat(128) : createHmac('sha512', key).update(rawBody).digest('hex');
  const headers = { 'x-paystack-signature': signature };
  return { target: '/provider-callbacks/paystack', headers, rawHeaders: [], rawBody };
}

const outcome = (receiving: Promise<unknown>) =>
  receiving.then(
    () => 'accepted',
    (error: unknown) => (error as { readonly key: string }).key,
  );

it('refuses further forged callbacks of a sender before it verifies them, and accepts other senders', async () => {
  const receive = receiver();
  const from = async (sender: string, key?: string) =>
    outcome(receive.receive('paystack', event(key), sender));
  const told = [];
  for (let sent = 0; sent < 12; sent += 1) told.push(await from('192.0.2.1'));
  // A bucket of 128 MiB holds four times 500 keys over 60 kB.
  expect(told).toEqual(told.map((_, index) => (index < 4 ? 'forbidden' : 'tooManyRequests')));
  expect(await from('192.0.2.2', 'key_499')).toBe('unavailable');
});

it('charges a sender nothing for verified callbacks', async () => {
  const receive = receiver();
  const told = [];
  for (let sent = 0; sent < 12; sent += 1) {
    told.push(await outcome(receive.receive('paystack', event('key_0'), '192.0.2.1')));
  }
  expect(told).toEqual(Array.from({ length: 12 }, () => 'unavailable'));
});

it('accepts a signed hint only once its question is recorded, because its provider does not repeat it', async () => {
  const receive = receiver();
  const told = receive.receive('paystack', event('key_0', 'refund.processed'), '192.0.2.1');
  expect(await outcome(told)).toBe('unavailable');
});
