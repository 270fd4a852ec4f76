import { afterEach, describe, expect, it } from 'vitest';
import { askNameServers, isNotFound } from './ask-name-servers.js';
import { openNameServer, type NameServer, type Zone } from './testing/name-server.js';

const servers: NameServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function ask(zone: Zone, host = 'shop.example.test', signal = new AbortController().signal) {
  const server = await openNameServer(zone);
  servers.push(server);
  return askNameServers(host, { servers: [server.address], signal });
}

const v4 = '192.0.2.7';
const v6 = '2001:db8::7';

describe('the addresses of a host', () => {
  it('are those of both families, IPv4 first', async () => {
    expect(await ask(() => [v6, v4])).toEqual([v4, v6]);
  });

  it.each(['silent', 'failing', 'unknown'] as const)(
    'are those of one where the other is %s',
    async (other) => {
      expect(await ask((_, family) => (family === 4 ? [v4] : other))).toEqual([v4]);
      expect(await ask((_, family) => (family === 6 ? [v6] : other))).toEqual([v6]);
    },
  );

  it('are asked for by the host as it is written, complete or short', async () => {
    const zone: Zone = (host) => (host === 'shop' ? [v4] : 'unknown');
    expect(await ask(zone, 'shop')).toEqual([v4]);
    expect(await ask(zone, 'shop.')).toEqual([v4]);
    await expect(ask(zone, 'shop.example.test')).rejects.toSatisfy(isNotFound);
    expect(servers.at(-1)?.asked).toEqual(
      expect.arrayContaining(['shop.example.test 4', 'shop.example.test 6']),
    );
    expect(servers.at(-1)?.asked).toHaveLength(2);
  });

  it('are none where there is no such host, which is not the same as no answer', async () => {
    await expect(ask(() => 'unknown')).rejects.toSatisfy(isNotFound);
    await expect(ask(() => [])).rejects.toSatisfy(isNotFound);
    const zones: readonly Zone[] = [
      () => 'failing',
      () => 'silent',
      (_, family) => (family === 4 ? [] : 'failing'),
    ];
    for (const zone of zones) await expect(ask(zone)).rejects.not.toSatisfy(isNotFound);
  });

  it('are given up at once when their last caller has left', async () => {
    const giveUp = new AbortController();
    const asked = ask(() => 'silent', 'shop.example.test', giveUp.signal);
    setTimeout(() => giveUp.abort(), 50);
    await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect(ask(() => [v4], 'shop.example.test', giveUp.signal)).rejects.toThrow();
  });

  it('are asked of the next server where one is silent', async () => {
    const silent = await openNameServer(() => 'silent');
    const other = await openNameServer(() => [v4]);
    servers.push(silent, other);
    const { signal } = new AbortController();
    const addresses = [silent.address, other.address];
    expect(await askNameServers('shop.example.test', { servers: addresses, signal })).toEqual([v4]);
  });
});
