import { setTimeout as sleep } from 'node:timers/promises';
import {
  recordDelivery,
  type DeliveryAttempt,
  type RecordedDelivery,
} from '#persistence/callbacks/deliveries';
import type { Database } from '#persistence/database';
import { withHeartbeat } from './with-heartbeat.js';

/** As long as another Postgres needs to take over, and less than a process has to end in. */
const recordWithinMs = 30_000;
const recordAgainMs = 250;

/**
 * Records an attempt that was made, also where Postgres is away for a while just then: one that is not in the log would be
 * made again.
 */
export function recordInTime(database: Database, attempt: DeliveryAttempt): Promise<RecordedDelivery> {
  const endsAt = performance.now() + recordWithinMs;
  const record = async (): Promise<RecordedDelivery> => {
    try {
      return await recordDelivery(database, attempt);
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
    await sleep(recordAgainMs);
    return record();
  };
  return withHeartbeat(record);
}
