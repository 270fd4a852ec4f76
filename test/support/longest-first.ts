import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, in the order in which they start, so that no lane is left with one of them at the end.
 * Those that keep a processor busy all the time stand between such as wait: no two of them side by side.
 */
const longest = [
  // Unit tests.
  'replay',
  'alerts',
  'bound-connections',
  'compare-configurations',
  'read-configuration',
  'openapi',
  'payment-fields',
  // In lanes.
  'chaos',
  'payout-durability',
  'two-workers',
  'plans',
  'durability',
  'histories',
  'bulkheads',
  'upstream',
  'generated-clients',
  'production',
  'restore-drill',
  'pay',
  'clock-skew',
  'card-form-durability',
  'weight',
  'out-of-reach',
  'blocklist-keeping',
  'endings',
  'error-table',
  'paused-endpoints',
  'logs',
  'observe',
  'destroyed-cards',
  'once',
  'configuration-changes',
  'payments',
  'rate-limit',
  'temporal-door',
  'suspected-callbacks',
  'states',
  'card-form',
  'routes',
  'limited-mids',
  'keys',
  'blocklist-command',
  'two-persons',
  'slow-requests',
  'postgres-outage-answers',
  'fuzz',
  'methods',
  'customers',
  'secrecy',
  'client-package',
  'banks',
];

/** A fresh clone has no times of an earlier run to go by: the list above has them. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => rankOf(one) - rankOf(other)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.indexOf(basename(moduleId, '.test.ts'));
  return rank === -1 ? longest.length : rank;
}
