import type { Configuration } from '#domain/configuration/configuration';
import type { OpenMids } from '#domain/routing/circuits';
import { families, type Sample } from '#metrics/families';
import type { Metrics } from '#metrics/metrics';

/** Shows the state of every MID that has a circuit, open or not. */
export function showCircuits(
  metrics: Metrics,
  { mids, providers }: Pick<Configuration, 'mids' | 'providers'>,
  openMids: OpenMids,
): void {
  const samples = Object.entries(mids)
    .filter(([, { provider }]) => providers[provider]?.circuit !== undefined)
    .map(([mid, { provider }]): Sample<'gateway_circuit_open'> => ({
      labels: { mid, provider },
      value: openMids.has(mid) ? 1 : 0,
    }));
  metrics.show('gateway_circuit_open', samples);
}

/** Shows callbacks of every provider, also those that never came. */
export function expectCallbacks(metrics: Metrics, { providers }: Pick<Configuration, 'providers'>): void {
  for (const provider of Object.keys(providers))
    for (const result of families.gateway_provider_callbacks_total.labels.result)
      metrics.expect('gateway_provider_callbacks_total', { provider, result });
}
