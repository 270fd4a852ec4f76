import { expect, it } from 'vitest';
import type { Provider } from '#domain/configuration';
import { listCircuits } from './serve-metrics.js';
import { createRequestMetrics } from './request-metrics.js';

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

it('every MID with a circuit is listed, open or not', () => {
  expect(listCircuits(configuration, new Set(['second', 'third']))).toEqual([
    { mid: 'first', provider: 'bank', isOpen: false },
    { mid: 'second', provider: 'bank', isOpen: true },
  ]);
});

it('and shown to a monitoring system', async () => {
  const metrics = createRequestMetrics();
  const text = await metrics.render(undefined, listCircuits(configuration, new Set(['second'])));
  expect(text).toContain('gateway_circuit_open{mid="first",provider="bank"} 0');
  expect(text).toContain('gateway_circuit_open{mid="second",provider="bank"} 1');
  const later = await metrics.render(undefined, []);
  expect(later).not.toContain('gateway_circuit_open{');
});
