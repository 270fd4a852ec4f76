import type { Database } from '../database.js';

/** A MID whose last calls in a row never left us, or were not answered in time. */
export type OpenCircuit = {
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
