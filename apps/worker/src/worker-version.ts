import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { every } from './every.js';

const askEveryMs = 1_000;
/** The gRPC status: https://grpc.io/docs/guides/status-codes. */
const notFound = 5;

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
 * Makes this version the current one of a deployment that never had one, because without one Temporal gives new payments
 * to no version. Every later one is made current by a release alone.
 */
export function claimFirst(client: Client, version: WorkerDeploymentVersion, log: Logger): Stoppable {
  let isDecided = false;
  const claim = async () => {
    if (isDecided) return;
    const { namespace, identity } = client.options;
    const { deploymentName, buildId } = version;
    const described = await client.workflowService
      .describeWorkerDeployment({ namespace, deploymentName })
      .catch(undefinedIfMissing);
    // Temporal knows it from its first poll on.
    if (!described?.workerDeploymentInfo) return;
    isDecided = Boolean(described.workerDeploymentInfo.routingConfig?.currentVersionChangedTime);
    if (isDecided) return;
    const { conflictToken } = described;
    const change = { namespace, deploymentName, buildId, identity, conflictToken };
    await client.workflowService.setWorkerDeploymentCurrentVersion(change);
    log.info({ build: buildId }, 'first version of the deployment, made current');
  };
  return every('first version', { everyMs: askEveryMs, log, run: claim });
}

function undefinedIfMissing(error: unknown): undefined {
  const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
  if (code !== notFound) throw error;
}
