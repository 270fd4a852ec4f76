import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { readTemporalConnection } from '#runtime/temporal-connection';
import type { Outcome } from '../command/declare.js';
import { Refusal, sentenceOf, Trouble } from '../command/failures.js';
import { operatorName } from '../command/operator.js';
import type { Session } from '../command/session.js';

/** `RoutingConfigUpdateState` of Temporal's API: some queues do not know the change yet. Older servers leave it out. */
const inProgress = 1;
/** The gRPC statuses of a refusal: invalid argument, not found, failed precondition. */
const refusals: readonly number[] = [3, 5, 9];

/** The workers' deployment on a Temporal server. */
export type Deployment = {
  readonly client: Client;
  readonly namespace: string;
  readonly deploymentName: string;
  readonly say: Session['say'];
};

export type Routing = Awaited<ReturnType<typeof describeRouting>>;

/** Takes one step of a release, which is safe to repeat, and lists the builds as they are afterwards. */
export async function withDeployment(
  { environment, settings, say }: Session,
  step: (deployment: Deployment) => Promise<void> = async () => undefined,
): Promise<Outcome> {
  const { temporal, deploymentName } = settings((read) => ({
    temporal: readTemporalConnection(environment, read.isProduction()),
    deploymentName: read.text('WORKER_DEPLOYMENT'),
  }));
  const { namespace, options } = temporal;
  const connection = await Connection.connect(options).catch((error: unknown) => {
    throw new Trouble(`Temporal cannot be reached at ${options.address}: ${sentenceOf(error)}`);
  });
  try {
    const client = new Client({ connection, namespace, identity: operatorName(environment) });
    const deployment = { client, namespace, deploymentName, say };
    await step(deployment);
    return { data: await listBuilds(deployment) };
  } catch (error) {
    throw isGrpcServiceError(error) && refusals.includes(error.code) ? new Refusal(sentenceOf(error)) : error;
  } finally {
    await connection.close();
  }
}

/** Sends every new payment to a build. Temporal refuses one that no worker polls, or that lacks a queue of the current one. */
export async function setCurrent(deployment: Deployment, buildId: string): Promise<void> {
  const { client, namespace, deploymentName } = deployment;
  const { conflictToken } = await describeRouting(deployment);
  const { identity } = client.options;
  await client.workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName,
    buildId,
    identity,
    conflictToken,
  });
}

/** Sends new payments to workers without a deployment; until there is one, they wait. */
export async function endVersions(deployment: Deployment): Promise<void> {
  if ((await describeRouting(deployment)).ramping !== undefined) await setRamp(deployment, '', 0);
  await setCurrent(deployment, '');
}

/** Gives a build a share of the new payments. With 0 percent no build is ramping. */
export async function setRamp(deployment: Deployment, build: string, percentage: number): Promise<void> {
  const { client, namespace, deploymentName } = deployment;
  const { conflictToken } = await describeRouting(deployment);
  const { identity } = client.options;
  await client.workflowService.setWorkerDeploymentRampingVersion({
    namespace,
    deploymentName,
    buildId: percentage === 0 ? '' : build,
    percentage,
    identity,
    conflictToken,
  });
}

/** The builds that Temporal knows, and which of them new workflows go to. */
export async function describeRouting({ client, namespace, deploymentName }: Deployment) {
  const { workerDeploymentInfo, conflictToken } = await client.workflowService.describeWorkerDeployment({
    namespace,
    deploymentName,
  });
  const { routingConfig, versionSummaries } = workerDeploymentInfo ?? {};
  const percent = routingConfig?.rampingVersionPercentage ?? 0;
  return {
    conflictToken,
    percent,
    changedAt: Math.max(
      millisecondsOf(routingConfig?.currentVersionChangedTime),
      millisecondsOf(routingConfig?.rampingVersionChangedTime),
    ),
    isSpreading: Number(workerDeploymentInfo?.routingConfigUpdateState) === inProgress,
    current: routingConfig?.currentDeploymentVersion?.buildId,
    ramping: percent > 0 ? routingConfig?.rampingDeploymentVersion?.buildId : undefined,
    builds: (versionSummaries ?? []).flatMap(({ deploymentVersion }) => deploymentVersion?.buildId ?? []),
  };
}

/** The query for what keeps a build from being drained, as Temporal itself counts it. */
export function runningOn({ deploymentName }: Deployment, build: string): string {
  const version = `${deploymentName}:${build}`.replaceAll("'", "''");
  return `TemporalWorkerDeploymentVersion = '${version}' AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`;
}

export function millisecondsOf(time: Parameters<typeof optionalTsToMs>[0]): number {
  return optionalTsToMs(time) ?? 0;
}

async function listBuilds(deployment: Deployment) {
  const { client, say } = deployment;
  const { current, ramping, percent, builds } = await describeRouting(deployment);
  const listed = [];
  for (const build of builds) {
    const { count } = await client.workflow.count(runningOn(deployment, build));
    const takes =
      build === current ? 100 - (ramping === undefined ? 0 : percent) : build === ramping ? percent : 0;
    const place =
      build === current ? 'current' : build === ramping ? `takes ${percent} %` : 'takes nothing new';
    say(`${build}  ${place}, ${count} running on it`);
    listed.push({ build, isCurrent: build === current, takesPercent: takes, running: count });
  }
  if (current === undefined)
    say(
      'No build is current: new payments go to workers without WORKER_DEPLOYMENT, or wait until there is one.',
    );
  return listed;
}
