import { expect, it } from 'vitest';
import type { Provider } from '#domain/configuration/configuration';
import { Metrics } from '#metrics/metrics';
import { showCircuits } from './show-circuits.js';

const provider: Provider = {
  connector: 'sandbox',
  enabled: true,
  baseUrl: 'http://localhost',
  types: ['payment'],
  methods: 'all',
  currencies: 'all',
  requires: {},
  limits: {},
  challenges: [],
  settleMs: 0,
  circuit: { failures: 5, cooldownMs: 30_000 },
};
const { circuit: _circuit, ...unwatched } = provider;
const configuration = {
  providers: { bank: provider, other: unwatched },
  mids: {
    first: { provider: 'bank', enabled: true },
    second: { provider: 'bank', enabled: true },
    third: { provider: 'other', enabled: true },
  },
};

it('shows every MID with a circuit, open or closed, until it is removed from the configuration', async () => {
  const metrics = new Metrics('api');
  showCircuits(metrics, configuration, new Set(['second', 'third']));
  const text = await metrics.render();
  expect(text).toContain('gateway_circuit_open{mid="first",provider="bank"} 0');
  expect(text).toContain('gateway_circuit_open{mid="second",provider="bank"} 1');
  expect(text).not.toContain('third');
  showCircuits(metrics, { mids: {}, providers: {} }, new Set());
  expect(await metrics.render()).not.toContain('gateway_circuit_open{');
});
