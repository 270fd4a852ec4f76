import type { Configuration } from '#domain/configuration/configuration';
import type { Metrics } from '#metrics/metrics';
import type { Bulkheads } from './activities/outbound-calls.js';

/**
 * Publishes the slots in use: per configured MID, which bounds the number of series; and the maximum over merchants and hosts,
 * without their names.
 */
export function showBulkheads(
  metrics: Metrics,
  { submit, lookUp, delivery }: Bulkheads,
  configuration: () => Pick<Configuration, 'mids'>,
): void {
  const byMid = { submit, look_up: lookUp } as const;
  const unnamed = { merchant: delivery.merchants, host: delivery.hosts } as const;
  const names = { ...byMid, ...unnamed };
  metrics.show(
    'gateway_bulkhead_slots',
    keysOf(names).map((bulkhead) => ({ labels: { bulkhead }, value: names[bulkhead].slots })),
  );
  metrics.beforeRendering(() =>
    metrics.show('gateway_bulkhead_taken', [
      ...keysOf(byMid).flatMap((bulkhead) =>
        [...byMid[bulkhead].taken()]
          .filter(([mid]) => mid in configuration().mids)
          .map(([mid, value]) => ({ labels: { bulkhead, mid }, value })),
      ),
      ...keysOf(unnamed).map((bulkhead) => ({
        labels: { bulkhead, mid: '' },
        value: Math.max(0, ...unnamed[bulkhead].taken().values()),
      })),
    ]),
  );
}

function keysOf<Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(named) as Name[];
}
