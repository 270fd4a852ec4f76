import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFeed, type FeedPosition } from '#persistence/callbacks/event-feed';
import { loadEvent } from '#persistence/callbacks/deliveries';
import { releaseCallbacks } from '#persistence/callbacks/endpoints';
import { findCallback, listCallbacks } from '#persistence/callbacks/list-callbacks';
import { orderRedeliveries, takeDueRedeliveries } from '#persistence/callbacks/redeliveries';
import { lookAtCircuits } from '#persistence/circuits/watch-circuits';
import type { Database } from '#persistence/database';
import { readFigures } from '#persistence/figures/read-figures';
import { listEntries } from '#persistence/ledger/list-entries';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { purgeLimitCounters } from '#persistence/limits/limit-counters';
import { leaseRequests } from '#persistence/rates/lease-requests';
import { findFreePayments, letNextRefund } from '#persistence/refunds/let-next-refund';
import { addToSums } from '#persistence/reports/add-to-sums';
import { findRefundable } from '#persistence/refunds/find-refundable';
import { listReversals } from '#persistence/refunds/list-reversals';
import { forgetDeclinedCards } from '#persistence/risk/blocks';
import { loadBlocks, nothingRead } from '#persistence/risk/watch-blocks';
import { beginAttempt } from '#persistence/transactions/begin-attempt';
import {
  findByReference,
  findRecord,
  findStatuses,
  findUnbegun,
} from '#persistence/transactions/find-transaction';
import { findHistoryAsAnswer } from '#persistence/transactions/mark-answer';
import { listTransactions } from '#persistence/transactions/list-transactions';
import { loadForLookup } from '#persistence/transactions/load-known';
import { noteNamespace, scheduleLostWorkflows } from '#persistence/transactions/lost-workflows';
import { keepProviderEvent, loadInbox } from '#persistence/transactions/provider-events';
import { purgeExpiredCards, purgePersonalData } from '#persistence/transactions/purge';
import { takeDueLateLookups } from '#persistence/transactions/late-lookups';
import { raiseStalled } from '#persistence/transactions/raise-stalled';
import { recordChange } from '#persistence/transactions/record-change';
import { settleReviewRecoveries, takeDueReviews } from '#persistence/transactions/reviews';
import {
  settleRecoveries,
  scheduleUnread,
  takeDueRecoveries,
  takeLostRecoveries,
} from '#persistence/transactions/due-recoveries';
import { settleTransferRecoveries, takeDueTransfers } from '#persistence/transactions/transfer-details';
import { createHistory, nthEvent, nthIdentifier } from '../stack/fill-history.js';
import { faultsOf, tableOf } from '../witnesses/plan-faults.js';
import { nodesOf, rowsRead, watchPlans, type PlanWatch } from '../witnesses/plan-watch.js';
import { importDay, pollStatements, readReports } from '../witnesses/statement-reads.js';
import { readStaffLists, readStaffPages } from '../witnesses/staff-reads.js';
import { migrateWith, plant } from '../stack/plant-migrations.js';
import { startTestStack, type TestStack } from '../stack/start-test-stack.js';
import { patient } from '../stack/patience.js';

/** Goal: whatever recurs costs the same however much history there is (docs/architecture.md). */

const history = { transactions: Number(process.env['PLANS_ROWS'] ?? 1_000_000), open: 2_000 };

const watches: PlanWatch[] = [];
let running: TestStack;
let url: string;

beforeAll(async () => {
  // A server of its own, on which no process works: so much history would be in the way of other tests.
  running = await startTestStack({ apps: [] });
  url = await createHistory(running.stack.postgres.url, history);
  for (const cache of ['force_custom_plan', 'force_generic_plan'] as const)
    watches.push(await watchPlans(url, cache));
}, patient(300_000));

afterAll(async () => {
  await Promise.all(watches.map((watch) => watch.close()));
  await running.stop();
});

const ladderMs = [1_000, 60_000];
const open = nthIdentifier(100);
const ended = nthIdentifier(history.transactions - 1);
const limit = 100;
const merchant = 'merchant-3';
const entriesStart = { committedIn: '0', id: '0' };
const report = { providerReference: 'none', outcome: 'open' } as const;
const known = {
  merchant: 'merchant-7',
  type: 'payment',
  reference: String(history.transactions - 13),
} as const;

/** Everything that a clock, a request or a workflow's step asks again and again. */
const recurring: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  recovery: async (database) =>
    settleRecoveries(database, await takeDueRecoveries(database, limit), ladderMs),
  'recovery after a loss': async (database) => {
    await noteNamespace(database, randomUUID());
    await noteNamespace(database, randomUUID());
    await scheduleLostWorkflows(database, 500);
    await settleRecoveries(database, await takeLostRecoveries(database, limit), ladderMs);
  },
  'recovery of the inbox': (database) => scheduleUnread(database, limit),
  'recovery of reviews': async (database) => {
    const due = await takeDueReviews(database, limit);
    await settleReviewRecoveries(
      database,
      due.flatMap(({ ids }) => ids),
      ladderMs,
    );
  },
  'recovery of transfer details': async (database) =>
    settleTransferRecoveries(database, await takeDueTransfers(database, limit), ladderMs),
  'purge of personal data': (database) =>
    purgePersonalData(database, { retentionMs: 90 * 86_400_000, limit }),
  'purge of cards': (database) => purgeExpiredCards(database, limit),
  'purge of counters': (database) => purgeLimitCounters(database, limit),
  'purge of declined cards': (database) => forgetDeclinedCards(database, limit),
  figures: (database) =>
    readFigures(
      database,
      Array.from({ length: 20 }, (_, n) => `merchant-${n}`),
    ),
  feed: (database) => readFeed(database, { merchant, after: { committedIn: '0', eventId: '' }, limit }),
  'answer of a create call': (database) =>
    findHistoryAsAnswer(database, { identifier: open, callId: randomUUID() }, { isDurable: false }),
  'list of transactions': async (database) => {
    const { nextAfter } = await listTransactions(database, { merchant, limit });
    const createdTo = nextAfter?.createdAt;
    await listTransactions(database, { merchant, limit, after: nextAfter });
    await listTransactions(database, {
      merchant,
      limit,
      createdTo,
      statuses: ['success'],
      types: ['payment'],
    });
    await listTransactions(database, { merchant, limit, method: 'pix', currency: 'BRL' });
    await listTransactions(database, { merchant: 'nobody', limit });
  },
  'entries of accounts': async (database) => {
    const [first, ...others] = await listEntries(database, { merchant, after: entriesStart, limit });
    await listEntries(database, { merchant, after: others.at(-1) ?? first ?? entriesStart, limit });
    await listEntries(database, { merchant: 'merchant-0', currency: 'BRL', after: entriesStart, limit });
    await listEntries(database, { merchant, currency: 'JPY', after: entriesStart, limit });
  },
  'list of callbacks': async (database) => {
    const { nextAfter } = await listCallbacks(database, { merchant, limit });
    await listCallbacks(database, { merchant, limit, after: nextAfter });
    await listCallbacks(database, { merchant, limit, states: ['paused', 'exhausted'] });
    await listCallbacks(database, { merchant: 'merchant-0', limit, states: ['exhausted', 'stopped'] });
    await listCallbacks(database, { merchant: 'nobody', limit, states: ['stopped'] });
    await findCallback(database, { merchant, eventId: nthEvent(history.transactions - 17) });
  },
  'callbacks sent again': async (database) => {
    const from = { at: new Date(0), nanoseconds: 0 };
    const late = new Date(Date.now() - 86_400_000);
    const untaken = ['exhausted', 'stopped'];
    for (const search of [
      { merchant: 'merchant-0', states: untaken, from },
      { merchant, states: untaken, from: { at: late, nanoseconds: 7 } },
      { merchant, states: ['delivered'], from, project: 'project' },
      { merchant, states: ['delivered', 'paused'], from: { at: late, nanoseconds: 0 }, to: new Date() },
      { merchant, states: ['pending'], from, to: late },
    ])
      await orderRedeliveries(database, search, (project) => ({
        endpoint: project,
        terms: { pauseAfterMs: 1, probeMs: 1, callbackRate: 500 },
      }));
    await releaseCallbacks(database);
    await takeDueRedeliveries(database, limit);
  },
  check: (database) => findRecord(database, known),
  duplicate: (database) => findByReference(database, known),
  'status watch': (database) =>
    findStatuses(
      database,
      Array.from({ length: limit }, (_, n) => nthIdentifier(n * 997 + 1)),
    ),
  overload: (database) =>
    findUnbegun(
      database,
      Array.from({ length: limit }, (_, n) => nthIdentifier(n * 997 + 1)),
    ),
  circuits: (database) => lookAtCircuits(database),
  rate: (database) => leaseRequests(database, { keyId: 'key', share: 1, perSecond: 10 }),
  blocks: (database) => loadBlocks(database, nothingRead),
  'callback of a provider': (database) =>
    keepProviderEvent(database, {
      id: randomUUID(),
      provider: 'sandbox',
      eventId: randomUUID(),
      mids: ['main'],
      evidence: { ...report, providerReference: '100' },
    }),
  inbox: (database) => loadInbox(database, open),
  'look-up': (database) => loadForLookup(database, open),
  submit: (database) => beginAttempt(database, open),
  step: (database) =>
    recordChange(
      database,
      { identifier: open, revision: 0 },
      { lookup: { n: 1, answer: 'no_answer', counts: true }, forgetCard: true },
    ),
  'pages for staff': (database) => readStaffPages(database, { ...known, ended, limit }),
  'lists for staff': (database) => readStaffLists(database, { ...known, ended, limit }),
  'polls of statements': (database) => pollStatements(database, limit),
  'reports of a day': (database) => readReports(database, merchant, limit),
  'sums of the provider books': (database) => addToSums(database, { limit: 10_000 }),
  'statement of a day': (database) =>
    importDay(
      database,
      Array.from({ length: limit }, (_, n) => String(history.open + 1 + n)),
    ),
  refunds: async (database) => {
    await findRefundable(database, known);
    await letNextRefund(database, ended);
    await findFreePayments(database, limit);
    await listReversals(database, { merchant, limit });
  },
  stalled: (database) => raiseStalled(database, { patienceMs: 3_600_000, limit }),
  'late look-ups': (database) => takeDueLateLookups(database, { limit }),
  delivery: (database) => loadEvent(database, ended),
};

/** The queries of operations.md, without what is about one day's limits or one merchant's entries. */
async function questions(): Promise<readonly string[]> {
  const page = await readFile('docs/operations.md', 'utf8');
  const block = /## Questions to Postgres\n\n```sql\n([^]*?)```/.exec(page)?.[1] ?? '';
  return block
    .replaceAll(/^--.*\n/gm, '')
    .split(';')
    .map((question) => question.trim())
    .filter((question) => question.startsWith('select') && !/…|limit_|ledger_/.test(question));
}

describe(`among ${history.transactions} transactions`, () => {
  it.each(Object.entries(recurring))('%s reads by index', async (_, ask) => {
    for (const watch of watches) expect(await faultsOf(watch, () => ask(watch.database))).toEqual([]);
  });

  it('what people ask by hand reads by index', async () => {
    const asked = await questions();
    expect(asked.length).toBeGreaterThan(2);
    for (const watch of watches)
      for (const question of asked)
        expect([question, await faultsOf(watch, () => watch.database.query(question))]).toEqual([
          question,
          [],
        ]);
  });

  it('takes a statement that reads all of history for what it is', async () => {
    for (const watch of watches) {
      for (const condition of ['transactions where description is null', 'lookups where detail is null']) {
        const all = () => watch.database.query(`select count(*) from ${condition}`);
        expect(await faultsOf(watch, all)).not.toEqual([]);
      }
    }
  });
});

it('the proof of the books reads history once, which is never analyzed as a whole', async () => {
  const [watch] = watches;
  if (!watch) throw new Error('there is a watch');
  await watch.database.query('set statement_timeout = 0');
  const plans = await watch.during(() => proveLedger(watch.database));
  const read = plans
    .flatMap(({ plan }) => nodesOf(plan))
    .filter((node) => tableOf(node) === 'status_history');
  expect(read.reduce((sum, node) => sum + rowsRead(node), 0)).toBe(history.transactions);
});

describe('a search for what is rare', () => {
  it('goes on from page to page, and finds all of it', async () => {
    const [watch] = watches;
    if (!watch) throw new Error('there is a watch');
    const found: string[] = [];
    let after: FeedPosition | undefined;
    let pages = 0;
    do {
      const search = { merchant: 'merchant-0', limit, states: ['exhausted', 'pending'], after };
      const page = await listCallbacks(watch.database, search);
      found.push(...page.callbacks.map(({ eventId }) => eventId));
      after = page.nextAfter;
      pages += 1;
    } while (after);
    const all = await watch.database.query<{ id: string }[]>(
      `select event_id as id from events where merchant = 'merchant-0' and state = 'exhausted'
       order by committed_in desc, event_id desc`,
    );
    expect(found).toEqual(all.map(({ id }) => id));
    expect(pages).toBeGreaterThan(1);
  });
});

it('a migration that writes every row is undone, and one that does not is made', async () => {
  const change = (sql: string) => plant('Planted1799999999000', (runner) => runner.query(sql));
  const writesAll = change('alter table transactions add column planted uuid default gen_random_uuid()');
  await expect(migrateWith(url, [writesAll])).rejects.toThrow('took longer than a second');
  const writesNone = change(`alter table transactions add column planted text default '-'`);
  expect((await migrateWith(url, [writesNone])).applied).toHaveLength(1);
});
