import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { assertNoUnreachableStates } from '#domain/transaction/status';
import { followProcess } from '#metrics/follow-process';
import { serveMetrics } from '#metrics/serve-metrics';
import { connectionsOf } from '#persistence/database';
import { createLog } from '#runtime/create-log';
import { certificateOf } from '#runtime/temporal-connection';
import { runProcess } from '#runtime/run-process';
import { createOutboundCalls, drainCalls } from './activities/outbound-calls.js';
import { createWorkers } from './create-workers.js';
import { watchEndpoints } from './endpoints.js';
import { keepHouse } from './keep-house.js';
import { serveMidQueues } from './mid-queues.js';
import { openDependencies } from './open-dependencies.js';
import { runWorker, serveHealth } from './run-worker.js';
import { settings } from './settings.js';
import { showBulkheads } from './show-bulkheads.js';
import { showFigures } from './show-figures.js';
import { showStatementFigures } from './show-statement-figures.js';
import { watchBacklog } from './watch-backlog.js';
import { claimFirst, joinDeployment, versioningOf } from './worker-version.js';

/** Longer than a provider call, so that a running attempt is completed and recorded before the process ends. */
const shutdownGraceTime = '35 seconds';

const log = createLog('worker', settings.logLevel);

await runProcess(log, async () => {
  assertNoUnreachableStates();
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', logSdk),
    telemetryOptions: { metrics: sdkMetrics(settings) },
  });

  const outbound = createOutboundCalls(log, settings.callbackNameServers);
  const { freshEvents } = outbound;
  const { dependencies, configuration, stoppables } = await openDependencies(log, (transaction, move) =>
    freshEvents.note(transaction, move),
  );
  const { database, reachFinance, vaultCipher, metrics } = dependencies;
  followProcess(metrics, 'worker', {
    build: settings.build,
    configuration,
    certificate: certificateOf(settings.temporal),
    connections: () => connectionsOf(database),
  });
  showFigures(metrics, { database, configuration: configuration.current });
  showStatementFigures(metrics, { database, configuration: configuration.current });
  const { namespace, options: connectionOptions } = settings.temporal;
  const connection = await Connection.connect(connectionOptions);
  const nativeConnection = await NativeConnection.connect(connectionOptions);
  const endpoints = await watchEndpoints(database, log);
  showBulkheads(metrics, outbound.bulkheads, configuration.current);
  const client = new Client({ connection, namespace });
  const backlog = await watchBacklog({ client, metrics, log });
  const common = { namespace, shutdownGraceTime, ...versioningOf(settings) };
  const version = common.workerDeploymentOptions?.version;
  const isFirst = version !== undefined && (await joinDeployment(client, version));
  const workers = await createWorkers({
    ...common,
    connection: nativeConnection,
    dependencies: { ...dependencies, isPaused: endpoints.isPaused },
    outbound,
  });
  const running = [...workers].map(([queue, worker]) => runWorker(log, queue, worker));
  const midQueues = await serveMidQueues({
    ...common,
    connectionOptions,
    dependencies,
    configuration,
    outbound,
  });
  const housekeeping = keepHouse({
    database,
    reachFinance,
    client,
    log,
    metrics,
    vaultCipher,
    configuration: configuration.current,
  });
  const host = settings.figuresAddress;
  const figures = await serveMetrics({ port: settings.metricsPort, host }, metrics, log);
  const health = await serveHealth({ port: settings.healthPort, host }, [...workers.values()], backlog, log);
  return [
    ...stoppables,
    {
      name: 'connections',
      stop: () => Promise.all([nativeConnection.close(), connection.close()]).then(() => undefined),
    },
    drainCalls(outbound),
    ...running,
    midQueues,
    ...housekeeping,
    backlog,
    ...(version ? [claimFirst(client, version, { isFirst, log })] : []),
    endpoints,
    figures,
    health,
  ];
});

/** The SDK's metrics of polls, slots, tasks and calls, on a separate port, with the suffixes and units of Prometheus. */
function sdkMetrics({ sdkMetricsPort, figuresAddress }: typeof settings) {
  const host = figuresAddress.includes(':') ? `[${figuresAddress}]` : figuresAddress;
  return {
    attachServiceName: false,
    prometheus: {
      bindAddress: `${host}:${sdkMetricsPort}`,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}

/** Logs the SDK's messages without the attached error objects, which may hold more than identifiers. */
function logSdk(entry: {
  readonly level: string;
  readonly message: string;
  readonly meta?: Record<string, unknown> | undefined;
}): void {
  const { workflowId, activityType } = entry.meta ?? {};
  const fields = { sdk: entry.message, workflowId, activityType };
  // Two of the workers run no workflows by design.
  if (entry.message.startsWith('No workflows registered')) return;
  if (entry.level === 'ERROR') log.error(fields, 'temporal');
  else log.warn(fields, 'temporal');
}
