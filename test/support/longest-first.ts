import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in the order in which they start, so that no lane is left with one of them at the end. */
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
  'releases',
  'two-workers',
  'trial-changes',
  'chaos',
  'out-of-reach',
  'plans',
  'alarms',
  'outage-logs',
  'durability',
  'payout-durability',
  'worker-health',
  'slow-partners',
  'bulkheads',
  'cancel-durability',
  'destroyed-cards',
  'paystack',
  'resolved-accounts',
  'upstream',
  'configuration-changes',
  'card-form-durability',
  'late-records',
  'postgres-outage-answers',
  'mercado-pago-scenarios',
  'paused-endpoints',
  'clock-skew',
  'error-table',
  'paystack-scenarios',
  'limited-mids',
  'routes',
  'two-persons',
  'restore-drill',
  'newer-schema',
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
  'production',
  'once',
  'months',
  'retention',
  'endings',
  'by-itself',
  'pay',
  'payments',
  'slow-requests',
  'weight',
  'keys',
  'card-form',
  'migrate',
  'observe',
  'secrecy',
  'methods',
  'customers',
  'blocklist-command',
  'blocklist-keeping',
  'redeliver-many',
  'callbacks',
  'card-testing',
  'generated-clients',
  'banks',
  'documents',
  'client-package',
  'staff',
  'fuzz',
  'long-histories',
  'documentation',
  'transfer-details',
  'bundles',
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
