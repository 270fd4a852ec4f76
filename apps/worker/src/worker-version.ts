import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';
import { transactionsQueue } from '#contracts/task-queues';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { repeat } from '#runtime/repeat';

const askEveryMs = 1_000;
/** Which version is current; Temporal takes few such questions a second of all workers together. */
const lookAgainMs = 30_000;
/** The gRPC status: https://grpc.io/docs/guides/status-codes. */
const notFound = 5;
/** `TaskQueueType` of Temporal's API. */
const workflowTasks = 1;

/** What every worker of this process is told. Without a deployment it takes the tasks of any workflow. */
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
 * Whether new payments come to this version, or would if it made itself current: not where another one of its deployment is.
 * Fails where the deployment never had a current one and another deployment has: a name that is written wrong would take all
 * new payments away from the workers that have them.
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
 * Makes this version the current one of a deployment that never had one, because without one Temporal gives new payments
 * to no version. Every later one is made current by a release alone. Where Temporal has lost its database, and with it
 * which version was current, the one that was makes itself current again: until then nothing goes on. `isFirst` is what
 * `joinDeployment` has said when the process began.
 */
export function claimFirst(
  client: Client,
  version: WorkerDeploymentVersion,
  { isFirst, log }: { readonly isFirst: boolean; readonly log: Logger },
): Stoppable {
  /** Whether new payments came to this version when Temporal last said where they go; and of which of its databases that was. */
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
    // Temporal knows it from its first poll on.
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
