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
  // In lanes: first those with systems of their own, while nobody needs the shared ones, which are not started yet.
  'gate',
  'trial-changes',
  'chaos',
  'two-workers',
  'payout-durability',
  'out-of-reach',
  'plans',
  'slow-partners',
  'paystack',
  'durability',
  'bulkheads',
  'cancel-durability',
  'upstream',
  'destroyed-cards',
  'card-form-durability',
  'clock-skew',
  'restore-drill',
  'error-table',
  'configuration-changes',
  'paused-endpoints',
  'postgres-outage-answers',
  'limited-mids',
  'routes',
  'two-persons',
  'alarms',
  'outage-logs',
  'rate-limit',
  'suspected-callbacks',
  'blocklist-changes',
  'redelivery-orders',
  // With both.
  'histories',
  'logs',
  'temporal-door',
  'traces',
  // With the shared ones alone.
  'states',
  'switches',
  'once',
  'endings',
  'by-itself',
  'pay',
  'generated-clients',
  'production',
  'staff',
  'slow-requests',
  'documentation',
  'weight',
  'payments',
  'card-form',
  'documents',
  'observe',
  'methods',
  'customers',
  'keys',
  'long-histories',
  'banks',
  'blocklist-keeping',
  'transfer-details',
  'redeliver-many',
  'secrecy',
  'client-package',
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
