import type { Configuration } from '#domain/configuration/configuration';
import type { OpenMids } from '#domain/routing/circuits';
import type { Database } from '../database.js';

/** Running processes see a circuit that opened or closed within this time. */
const watchEveryMs = 1_000;

export abstract class WatchedCircuits {
  abstract readonly openMids: () => OpenMids;
  /** Whether the caller's transaction may try the MID first in spite of its open circuit: one, after each cool-down. */
  abstract takeProbe(mid: string): boolean;
  abstract stop(): Promise<void>;
}

export type CircuitChange = { readonly mid: string; readonly isOpen: boolean };

/**
 * Keeps an eye on the circuits, without a question of its own for any transaction. A failed look keeps what was seen
 * last. `tellChange` hears of each circuit that opens or closes.
 */
export async function watchCircuits(
  database: Database,
  configuration: () => Configuration,
  tellChange: (change: CircuitChange) => void,
): Promise<WatchedCircuits> {
  let open: OpenMids = new Set();
  /** Until when, on a clock that is never set. */
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
  const look = () => lookAtCircuits(database).then(take, () => undefined);

  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = look();
  }, watchEveryMs);
  return {
    openMids: () => open,
    takeProbe(mid) {
      const until = probes.get(mid);
      return until !== undefined && probes.delete(mid) && performance.now() < until;
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** What has left the configuration, or is no longer to be watched, is not open. */
function hasBreaker({ mids, providers }: Configuration, mid: string): boolean {
  return providers[mids[mid]?.provider ?? '']?.circuit !== undefined;
}

/** A MID whose last calls in a row never left us, or were not answered in time. */
type OpenCircuit = {
  readonly mid: string;
  readonly cooldownMs: number;
  /** Its cool-down is over, and it is for the process that asked to send one transaction there first. */
  readonly isProbed: boolean;
};

/**
 * All open circuits. One whose cool-down is over is given to this call alone, and to another one only after a further
 * cool-down.
 */
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
