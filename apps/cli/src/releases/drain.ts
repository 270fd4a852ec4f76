import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { carryOver } from '#contracts/carry-over';
import { Refusal } from '../command/failures.js';
import {
  describeRouting,
  millisecondsOf,
  runningOn,
  type Deployment,
  type Routing,
} from './worker-builds.js';

/** Seconds between two requests to carry over; the last one repeats. */
const askAgainSeconds = [1, 2, 5, 10] as const;
const patienceMs = 600_000;
/**
 * Looks in a row, one second apart, that must find nothing left: Temporal lists a workflow a moment after it began, and a
 * task that is on its way when the routing changes begins where it was sent.
 */
const settledLooks = 8;
/** Signals at once, so that a release leaves a busy server its capacity. */
const concurrentCallsMax = 8;
const namedMax = 10;

/** Asks what runs on neither the current nor the ramping build to carry over, until nothing is left. */
export async function drain(deployment: Deployment): Promise<void> {
  const until = Date.now() + patienceMs;
  let settled = 0;
  for (let turn = 0; settled < settledLooks; turn += 1) {
    const routing = await describeRouting(deployment);
    const { current, ramping, builds } = routing;
    const isSpreading = routing.isSpreading && !(await isKnownToQueues(deployment, routing));
    const left: string[] = [];
    for (const build of builds)
      if (build !== current && build !== ramping) left.push(...(await askToCarryOver(deployment, build)));
    settled = left.length === 0 && !isSpreading ? settled + 1 : 0;
    if (left.length === 0 && isSpreading) deployment.say('Not every queue knows yet which build is current.');
    if (settled === 0 && Date.now() > until) {
      const named = left.slice(0, namedMax).join('\n  ');
      const why = isSpreading ? ', and not every queue knows which build is current' : '';
      throw new Refusal(
        `Not carried over within ${patienceMs / 60_000} minutes: ${left.length}${why}\n  ${named}`,
      );
    }
    await sleep(1_000 * (settled > 0 ? 1 : (askAgainSeconds[turn] ?? askAgainSeconds.at(-1) ?? 1)));
  }
}

/**
 * Whether each queue itself names the builds that new payments go to since they last changed. Temporal's own account of
 * the queues that know may stay unfinished for ever if there were changes meanwhile.
 */
async function isKnownToQueues(
  { client, namespace, deploymentName }: Deployment,
  { builds, current, ramping, changedAt }: Routing,
): Promise<boolean> {
  const { workflowService } = client;
  const versions = current === undefined ? builds : [current];
  for (const buildId of versions) {
    const deploymentVersion = { deploymentName, buildId };
    const version = await workflowService.describeWorkerDeploymentVersion({ namespace, deploymentVersion });
    for (const { name, type: taskQueueType } of version.versionTaskQueues) {
      const taskQueue = { name };
      const queue = await workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType });
      const { currentDeploymentVersion, rampingDeploymentVersion, updateTime } = queue.versioningInfo ?? {};
      const names = [currentDeploymentVersion?.buildId, rampingDeploymentVersion?.buildId];
      const isNew = millisecondsOf(updateTime) >= changedAt;
      if (!isNew || names[0] !== current || names[1] !== ramping) return false;
    }
  }
  return true;
}

/**
 * Signals every workflow that runs on a build to carry over, and returns their ids. A run that has ended since it was
 * listed is left alone: its successor may be where it should be.
 */
async function askToCarryOver(deployment: Deployment, build: string): Promise<readonly string[]> {
  const { client, say } = deployment;
  const running: { readonly workflowId: string; readonly runId: string }[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query: runningOn(deployment, build) }))
    running.push({ workflowId, runId });
  if (running.length > 0) say(`${build}: ${running.length} asked to carry over`);
  const remaining = [...running];
  const work = async () => {
    for (let one = remaining.pop(); one !== undefined; one = remaining.pop())
      await client.workflow.getHandle(one.workflowId, one.runId).signal(carryOver).catch(unlessEnded);
  };
  await Promise.all(Array.from({ length: concurrentCallsMax }, work));
  return running.map(({ workflowId }) => workflowId);
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
