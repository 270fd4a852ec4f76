import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

import { choosePorts, portTable, requireFreePorts } from '../../scripts/stack/ports.js';
import type { PortName } from '../../scripts/stack/ports.js';

const names = [
  'api',
  'checkout',
  'sandbox',
  'worker',
  'staff',
  'metrics',
  'checkoutMetrics',
  'workerMetrics',
  'sdkMetrics',
  'temporal',
  'temporalUi',
  'postgres',
  'prometheus',
  'alertmanager',
] as const;

describe('ports of a stack', () => {
  it('has the documented defaults', () => {
    expect(choosePorts({})).toEqual({
      api: 3000,
      checkout: 3001,
      sandbox: 3002,
      worker: 3003,
      staff: 3008,
      metrics: 3004,
      checkoutMetrics: 3005,
      workerMetrics: 3006,
      sdkMetrics: 3007,
      temporal: 7233,
      temporalUi: 8233,
      postgres: 54329,
      prometheus: 9090,
      alertmanager: 9093,
    });
  });

  it.each(names)('moves %s alone by its variable', (name: PortName) => {
    const moved = choosePorts({ [portTable[name].variable]: '20000' });
    expect(moved).toEqual({ ...choosePorts({}), [name]: 20_000 });
  });

  it('shifts all of them by PORT_OFFSET, those set by a variable too, and by the offset on top', () => {
    const shifted = choosePorts({ PORT_OFFSET: '100', API_PORT: '4000' }, 10);
    const plain = choosePorts({ API_PORT: '4000' });
    for (const name of names) expect(shifted[name]).toBe(plain[name] + 110);
  });

  it.each([
    [{ PORT_OFFSET: 'ten' }, 'PORT_OFFSET=ten is not a whole number.'],
    [{ API_PORT: '30 00' }, 'API_PORT=30 00 is not a whole number.'],
    [{ PORT_OFFSET: '20000' }, 'POSTGRES_PORT would be 74329, but a port is between 1 and 65535.'],
    [{ API_PORT: '0' }, 'API_PORT would be 0, but a port is between 1 and 65535.'],
    [{ SANDBOX_PORT: '3000' }, 'API_PORT and SANDBOX_PORT are both 3000.'],
  ])('refuses %j', (environment, message) => {
    expect(() => choosePorts(environment)).toThrow(message);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('reports a port taken on %s by name', async (host) => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
    });
    try {
      const ports = { ...choosePorts({}), checkout: port };
      await expect(requireFreePorts(ports, ['checkout'])).rejects.toThrow(
        `Port ${port} (checkout) is taken.`,
      );
    } finally {
      server.close();
    }
  });
});
