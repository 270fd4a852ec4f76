import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';
import { transactionsQueue } from '#contracts/task-queues';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '#runtime/repeat';

const askEveryMs = 1_000;
/** Interval between queries for the current version; Temporal limits them over all workers. */
const lookAgainMs = 30_000;
/** The gRPC status: https://grpc.io/docs/guides/status-codes. */
const notFound = 5;
/** `TaskQueueType` of Temporal's API. */
const workflowTasks = 1;

/** Versioning options of all workers of this process. Without a deployment they take the tasks of all workflows. */
export function versioningOf({
  deployment,
  build,
}: {
  readonly deployment: string;
  readonly build: string;
}): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (deployment === '') return {};
  const version = { deploymentName: deployment, buildId: build };
  return {
    workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' },
  };
}

/**
 * Whether this version is the current one, or may make itself current because its deployment has none. Fails if the deployment
 * never had a current version and another deployment has one: a misspelt name would take all new payments away from the
 * running workers.
 */
export async function joinDeployment(client: Client, version: WorkerDeploymentVersion): Promise<boolean> {
  const { namespace } = client.options;
  const { deploymentName, buildId } = version;
  const described = await describe(client, deploymentName);
  if (hadCurrent(described)) return currentBuild(described) === buildId;
  const { versioningInfo } = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: transactionsQueue },
    taskQueueType: workflowTasks,
  });
  const current = versioningInfo?.currentDeploymentVersion;
  if (!current?.deploymentName || current.deploymentName === deploymentName) return true;
  throw new Error(
    `WORKER_DEPLOYMENT is "${deploymentName}", which no build was ever current of, and new payments go to build ` +
      `"${current.buildId}" of "${current.deploymentName}". Use that name, or end that deployment first: ` +
      'gateway release unversioned',
  );
}

/**
 * Makes this version the current one of a deployment that never had one, because Temporal dispatches new payments to no version
 * otherwise. Later versions are made current by a release only. If Temporal has lost its database, the version that was
 * current makes itself current again, so that payments continue. `isFirst`: the result of `joinDeployment` at the start.
 */
export function claimFirst(
  client: Client,
  version: WorkerDeploymentVersion,
  { isFirst, log }: { readonly isFirst: boolean; readonly log: Logger },
): Stoppable {
  /** Whether this version was current when Temporal last answered, and in which of its databases. */
  let isMine = isFirst;
  let seenIn: string | undefined;
  let lookAgainAt = 0;
  const claim = async () => {
    const { namespace, identity } = client.options;
    const { namespaceInfo } = await client.workflowService.describeNamespace({ namespace });
    const id = namespaceInfo?.id ?? undefined;
    if (id === seenIn && Date.now() < lookAgainAt) return;
    const { deploymentName, buildId } = version;
    const described = await describe(client, deploymentName);
    // Temporal knows the version after its first poll.
    if (!described?.workerDeploymentInfo) return;
    if (hadCurrent(described)) {
      isMine = currentBuild(described) === buildId;
      seenIn = id;
      lookAgainAt = Date.now() + lookAgainMs;
      return;
    }
    if (!isMine) return;
    await joinDeployment(client, version);
    const { conflictToken } = described;
    const change = { namespace, deploymentName, buildId, identity, conflictToken };
    await client.workflowService.setWorkerDeploymentCurrentVersion(change);
    log.info({ build: buildId }, 'no version of the deployment was ever current: this one is now');
  };
  return repeat('current version', { everyMs: askEveryMs, log, run: claim });
}

function describe(client: Client, deploymentName: string) {
  const { namespace } = client.options;
  return client.workflowService
    .describeWorkerDeployment({ namespace, deploymentName })
    .catch(undefinedIfMissing);
}

function hadCurrent(described: Awaited<ReturnType<typeof describe>>): boolean {
  return Boolean(described?.workerDeploymentInfo?.routingConfig?.currentVersionChangedTime);
}

function currentBuild(described: Awaited<ReturnType<typeof describe>>): string | undefined {
  return described?.workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId ?? undefined;
}

function undefinedIfMissing(error: unknown): undefined {
  const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
  if (code !== notFound) throw error;
}
