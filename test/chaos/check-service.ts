import type { Violation } from './chaos-run.js';
import type { Service } from './hang-in-number.js';

const factorMax = 3;

/** Contract §8 and §9: what hangs at others costs a healthy merchant nothing. The machine's own moods are on both sides. */
export function checkService(service: Service | undefined): Violation[] {
  if (service === undefined) return [];
  const usual = Math.max(service.before.p95Ms, service.after.p95Ms);
  if (service.during.p95Ms <= factorMax * usual) return [];
  const detail = `p95 ${service.during.p95Ms} ms beside ${service.hung} hung ones, ${usual} ms without`;
  return [{ invariant: 'a merchant is served in time while others hang', detail }];
}
