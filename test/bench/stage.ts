import type { Client } from '@temporalio/client';
import type { Report, Stack } from '../../scripts/stack/start-stack.js';
import type { Driver } from './driver.js';
import type { BenchDatabase } from './measures/bench-database.js';
import type { ConnectionWatch } from './measures/connection-watch.js';
import type { ProcessGroups } from './measures/process-usage.js';
import type { MerchantInbox } from './payment/merchant-inbox.js';

/** What every part of the bench works with. */
export type Stage = {
  readonly stack: Stack;
  readonly report: Report;
  readonly temporal: Client;
  readonly database: BenchDatabase;
  readonly inbox: MerchantInbox;
  readonly apiUrls: readonly string[];
  readonly connections: ConnectionWatch;
  readonly processes: ProcessGroups;
  readonly bare: Driver;
  readonly payment: Driver;
  readonly payout: Driver;
  readonly refund: Driver;
};
