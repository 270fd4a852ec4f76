import type { Violation } from './chaos-run.js';
import { answerLimitMs, type Service } from './hang-in-number.js';

const factorMax = 3;
const invariant = 'a merchant is served in time while others hang';

/** Contract §8 and §9: what hangs at others costs a healthy merchant nothing. */
export function checkService(service: Service | undefined): Violation[] {
  if (service === undefined) return [];
  const { before, during, hung } = service;
  if (during.p95Ms <= factorMax * before.p95Ms && before.p95Ms < answerLimitMs) return [];
  return [
    { invariant, detail: `p95 ${during.p95Ms} ms beside ${hung} hung ones, ${before.p95Ms} ms without` },
  ];
}
