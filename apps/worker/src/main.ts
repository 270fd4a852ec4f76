import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { followUpsQueue, transactionsQueue } from '#contracts/task-queues';
import { assertNoUnreachableStates } from '#domain/transaction-status';
import { watchConfiguration } from '#persistence/configuration/watch-configuration';
import { createDatabase } from '#persistence/database';
import { purgeLimitCounters } from '#persistence/limits/purge-limit-counters';
import { forgetDeclinedCards } from '#persistence/risk/forget-declined-cards';
import { watchBlocks } from '#persistence/risk/watch-blocks';
import { noteKeyUses } from '#persistence/keys/note-key-uses';
import { watchKeys } from '#persistence/keys/watch-keys';
import { purgeExpiredCards, purgePersonalData } from '#persistence/transactions/purge';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createSealedBox, parseKeyRing } from '#persistence/secrets/sealed-box';
import { createLog } from '#process/create-log';
import { runProcess } from '#process/run-process';
import { tellConfiguration } from '#process/tell-configuration';
import type { ActivityDependencies } from './activities/activity-dependencies.js';
import { createFollowUpActivities } from './activities/create-follow-up-activities.js';
import { createTransactionActivities } from './activities/create-transaction-activities.js';
import { ensureSearchAttributes } from './ensure-search-attributes.js';
import { flowBundlePath } from './flow-bundle-path.js';
import { serveMidQueues } from './mid-queues.js';
import { recoverOutcomes } from './recover-outcomes.js';
import { repeat } from './repeat.js';
import { runWorker } from './run-worker.js';
import { serveHealth } from './serve-health.js';
import { settings } from './settings.js';
import { sweep, sweepReviews, sweepTransfers } from './sweep.js';

/** Longer than a provider call, so that an attempt under way is finished and recorded before the process ends. */
const shutdownGraceTime = '35 seconds';
const connectionsMax = 20;
const followUpsAtOnceMax = 200;
const submitsAtOnceMax = 200;
const flowTasksAtOnceMax = 100;
const cachedFlowsMax = 1_000;
const flowTaskPolls = 20;
/** New flows wait at other polls than those that run already, and by default get one in five. */
const newFlowsPollRatio = 0.5;
/** A flow that a frozen worker holds in its cache is handed to another one after so long. */
const stickyQueueScheduleToStartTimeout = '3 seconds';
const sweepEveryMs = 1_000;
const purgeEveryMs = 60_000;
const purgedAtOnceMax = 1_000;

const log = createLog('worker', settings.logLevel);

await runProcess(log, async () => {
  assertNoUnreachableStates();
  Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('WARN', logSdk) });

  const database = createDatabase({
    url: settings.databaseUrl,
    applicationName: 'gateway worker',
    poolSize: connectionsMax,
  });
  await database.initialize();
  const sealedBox = createSealedBox(parseKeyRing(settings.encryptionKeys));
  const keyedHashes = createKeyedHashes(settings.rootSecret);
  const configuration = await watchConfiguration(database, sealedBox, {
    ...settings,
    ...tellConfiguration(log),
  });
  const blocks = await watchBlocks(database, {
    configuration: configuration.current,
    onBlock({ byGuard, id, kind, appliesTo }) {
      if (byGuard) log.warn({ block: id, kind, project: appliesTo }, 'cards are tried out');
    },
  });
  const storedKeys = await watchKeys(database, sealedBox, (keyIds) =>
    log.error({ keyIds }, 'keys cannot be opened'),
  );
  const keyUses = noteKeyUses(database);
  const { apiUrl, checkoutUrl } = settings;
  const dependencies: ActivityDependencies = {
    database,
    sealedBox,
    keyedHashes,
    configuration: configuration.current,
    findBlocks: blocks.find,
    storedKeys: storedKeys.current,
    keyUses,
    apiUrl,
    checkoutUrl,
    log,
  };

  const address = settings.temporalAddress;
  const namespace = settings.temporalNamespace;
  const connection = await Connection.connect({ address });
  await ensureSearchAttributes(connection, namespace);
  const nativeConnection = await NativeConnection.connect({ address });
  const transactions = await Worker.create({
    connection: nativeConnection,
    namespace,
    taskQueue: transactionsQueue,
    workflowBundle: { codePath: flowBundlePath },
    activities: createTransactionActivities(dependencies),
    maxConcurrentActivityTaskExecutions: submitsAtOnceMax,
    maxConcurrentWorkflowTaskExecutions: flowTasksAtOnceMax,
    maxCachedWorkflows: cachedFlowsMax,
    maxConcurrentWorkflowTaskPolls: flowTaskPolls,
    nonStickyToStickyPollRatio: newFlowsPollRatio,
    stickyQueueScheduleToStartTimeout,
    shutdownGraceTime,
  });
  const followUps = await Worker.create({
    connection: nativeConnection,
    namespace,
    taskQueue: followUpsQueue,
    activities: createFollowUpActivities(dependencies),
    maxConcurrentActivityTaskExecutions: followUpsAtOnceMax,
    shutdownGraceTime,
  });
  const workers = [runWorker(log, 'transactions', transactions), runWorker(log, 'follow-ups', followUps)];
  const midQueues = await serveMidQueues({
    address,
    namespace,
    shutdownGraceTime,
    dependencies,
    configuration,
  });
  const client = new Client({ connection, namespace });
  const ladderMs = () => configuration.current().timing.sweepMs;
  const housekeeping = [
    repeat('sweep', { everyMs: sweepEveryMs, log, run: () => sweep({ database, client, log, ladderMs }) }),
    repeat('sweep of reviews', {
      everyMs: sweepEveryMs,
      log,
      run: () => sweepReviews({ database, client, log, ladderMs }),
    }),
    repeat('sweep of transfer details', {
      everyMs: sweepEveryMs,
      log,
      run: () => sweepTransfers({ database, client, log, ladderMs }),
    }),
    repeat('purge', {
      everyMs: purgeEveryMs,
      log,
      run: async () => {
        const retentionMs = configuration.current().timing.retentionPersonalMs;
        const cards = await purgeExpiredCards(database);
        const people = await purgePersonalData(database, { retentionMs, limit: purgedAtOnceMax });
        const counters = await purgeLimitCounters(database, purgedAtOnceMax);
        await forgetDeclinedCards(database);
        if (cards + people + counters > 0) log.info({ cards, people, counters }, 'purged');
      },
    }),
  ];
  housekeeping.push(...recoverOutcomes({ database, client, log, configuration: configuration.current }));
  const health = await serveHealth(settings.healthPort, () =>
    [transactions, followUps].every((worker) => worker.getState() === 'RUNNING'),
  );
  return [
    { name: 'database', stop: () => database.destroy() },
    { name: 'configuration', stop: () => configuration.stop() },
    { name: 'blocks', stop: () => blocks.stop() },
    { name: 'keys', stop: () => storedKeys.stop() },
    { name: 'key uses', stop: () => keyUses.stop() },
    {
      name: 'connections',
      stop: () => Promise.all([nativeConnection.close(), connection.close()]).then(() => undefined),
    },
    ...workers,
    midQueues,
    ...housekeeping,
    health,
  ];
});

/** The SDK's own lines, without their attached error objects, which carry more than identifiers. */
function logSdk(entry: {
  readonly level: string;
  readonly message: string;
  readonly meta?: Record<string, unknown> | undefined;
}): void {
  const { workflowId, activityType } = entry.meta ?? {};
  const fields = { sdk: entry.message, workflowId, activityType };
  // The follow-ups worker has no flows, on purpose.
  if (entry.message.startsWith('No workflows registered')) return;
  if (entry.level === 'ERROR') log.error(fields, 'temporal');
  else log.warn(fields, 'temporal');
}
