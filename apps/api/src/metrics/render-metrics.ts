import { countOpenWork } from '#persistence/transactions/count-open-work';
import type { ApiContext } from '../api-context.js';
import { listCircuits } from './list-circuits.js';

/** The figures as they are now. What is out of reach is left out, the rest is told. */
export async function renderMetrics({
  metrics,
  database,
  configuration,
  circuits,
}: Pick<ApiContext, 'metrics' | 'database' | 'configuration' | 'circuits'>): Promise<string> {
  const work = await countOpenWork(database).catch(() => undefined);
  return metrics.render(work, listCircuits(configuration(), circuits.openMids()));
}
