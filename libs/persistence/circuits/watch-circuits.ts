import type { Configuration } from '#domain/configuration/configuration';
import type { OpenMids } from '#domain/routing/circuits';
import type { Database } from '../database.js';
import { watchNewest, type Watch } from '../watch-newest.js';

export abstract class WatchedCircuits implements Watch {
  abstract readonly openMids: () => OpenMids;
  /** Whether the caller's transaction may try the MID first in spite of its open circuit: one, after each cool-down. */
  abstract takeProbe(mid: string): boolean;
  abstract stop(): Promise<void>;
}

export type CircuitChange = { readonly mid: string; readonly isOpen: boolean };

/**
 * Keeps the open circuits in memory, so that no transaction waits for Postgres to know them. After a failed query the last
 * result stays. `tellChange` is called for each circuit that opens or closes.
 */
export async function watchCircuits(
  database: Pick<Database, 'sql'>,
  configuration: () => Configuration,
  tellChange: (change: CircuitChange) => void,
): Promise<WatchedCircuits> {
  let open: OpenMids = new Set();
  /** When each probe expires, by `performance.now()`. */
  const probes = new Map<string, number>();

  const take = (circuits: readonly OpenCircuit[]) => {
    const seen = new Set(circuits.map(({ mid }) => mid).filter((mid) => hasBreaker(configuration(), mid)));
    for (const { mid, isProbed, cooldownMs } of circuits) {
      if (isProbed) probes.set(mid, performance.now() + cooldownMs);
    }
    for (const mid of probes.keys()) if (!seen.has(mid)) probes.delete(mid);
    for (const mid of seen) if (!open.has(mid)) tellChange({ mid, isOpen: true });
    for (const mid of open) if (!seen.has(mid)) tellChange({ mid, isOpen: false });
    open = seen;
  };
  const look = () => lookAtCircuits(database).then(take);

  await look().catch(() => undefined);
  const watch = watchNewest(look);
  return {
    openMids: () => open,
    takeProbe(mid) {
      const until = probes.get(mid);
      return until !== undefined && probes.delete(mid) && performance.now() < until;
    },
    stop: () => watch.stop(),
  };
}

/** False for a MID that has left the configuration, and for one whose provider has no circuit breaker. */
function hasBreaker({ mids, providers }: Configuration, mid: string): boolean {
  return providers[mids[mid]?.provider ?? '']?.circuit !== undefined;
}

/** A MID whose last calls all failed to leave this process, or were not answered in time. */
type OpenCircuit = {
  readonly mid: string;
  readonly cooldownMs: number;
  /** The cool-down is over, and the process that asked may send one transaction there first. */
  readonly isProbed: boolean;
};

/** All open circuits. A circuit whose cool-down is over is a probe for one caller; the next caller waits for another cool-down. */
export async function lookAtCircuits(database: Pick<Database, 'sql'>): Promise<readonly OpenCircuit[]> {
  return database.sql<OpenCircuit[]>`
    with probed as (
      update circuits set probe_due_at = clock_timestamp() + cooldown_ms * interval '1 millisecond'
      where failures >= failures_max and probe_due_at <= clock_timestamp()
      returning mid
    )
    select mid, cooldown_ms as "cooldownMs",
      exists (select from probed where probed.mid = circuits.mid) as "isProbed"
    from circuits where failures >= failures_max`;
}
