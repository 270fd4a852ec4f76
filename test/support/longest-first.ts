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
  'trial-changes',
  'two-workers',
  'payout-durability',
  'histories',
  'out-of-reach',
  'plans',
  'slow-partners',
  'paystack',
  'durability',
  'states',
  'bulkheads',
  'cancel-durability',
  'switches',
  'once',
  'endings',
  'by-itself',
  'pay',
  'upstream',
  'destroyed-cards',
  'card-form-durability',
  'generated-clients',
  'clock-skew',
  'production',
  'restore-drill',
  'staff',
  'error-table',
  'slow-requests',
  'documentation',
  'paused-endpoints',
  'weight',
  'configuration-changes',
  'payments',
  'card-form',
  'postgres-outage-answers',
  'logs',
  'documents',
  'limited-mids',
  'routes',
  'observe',
  'methods',
  'temporal-door',
  'customers',
  'keys',
  'two-persons',
  'long-histories',
  'banks',
  'blocklist-keeping',
  'transfer-details',
  'redeliver-many',
  'secrecy',
  'blocklist-changes',
  'rate-limit',
  'client-package',
  'suspected-callbacks',
  'card-testing',
  'blocklist-command',
  'fuzz',
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
