import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { carryOver } from '#contracts/carry-over';
import { readEnvironment } from '#runtime/read-environment';
import { readTemporalConnection } from '#runtime/temporal-connection';
import { operatorName } from './operator/operator-name.js';

/**
 * Hands payments over from one build of the worker to another: which build new ones go to, and when what runs on others
 * has gone over. Every step may be repeated; with the build before it the same step is the way back.
 */
const usage = `npm run release
npm run release -- --ramp BUILD --percent 10
npm run release -- --set-current BUILD
npm run release -- --unversioned
npm run release -- --drain`;

/** What has not carried over is asked again after so many seconds, the last one from then on. */
const askAgainSeconds = [1, 2, 5, 10] as const;
const patienceMs = 600_000;
/**
 * Workflows that began on another version just before come into Temporal's list a moment later, and a task that is on its
 * way when the routing changes begins where it was sent to.
 */
const settledLooks = 8;
/** `RoutingConfigUpdateState` of Temporal's API: some queues do not know the change yet. An older server does not say. */
const inProgress = 1;
/** As recovery, a release takes no more than its share of a busy server. */
const concurrentCallsMax = 8;
const namedMax = 10;
const percentMax = 100;

const settings = readEnvironment(process.env, (read) => ({
  temporal: readTemporalConnection(process.env, read.isProduction()),
  deploymentName: read.text('WORKER_DEPLOYMENT'),
}));
const { deploymentName } = settings;
const { namespace, options } = settings.temporal;
const asked = readWords();
const connection = await Connection.connect(options).catch((error: unknown) =>
  refuse(`Temporal cannot be reached at ${options.address}: ${wordsOf(error)}`),
);
const client = new Client({ connection, namespace, identity: operatorName(process.env) });
const { identity } = client.options;
try {
  if (asked.current !== undefined) await setCurrent(asked.current);
  if (asked.unversioned) await endVersions();
  if (asked.ramp !== undefined) await setRamp(asked.ramp, asked.percent);
  if (asked.drain) await drain();
  await show();
} catch (error) {
  refuse(wordsOf(error));
} finally {
  await connection.close();
}

function readWords() {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      options: { 'set-current': text, ramp: text, percent: text, unversioned: flag, drain: flag },
    });
    const percent = Number(values.percent);
    const isPercent = values.percent !== undefined && percent >= 0 && percent <= percentMax;
    if ((values.ramp !== undefined) !== isPercent)
      refuse(`--ramp BUILD needs --percent, from 0 to ${percentMax}, and the other way round.\n${usage}`);
    const { 'set-current': current, ramp, unversioned } = values;
    if (current === '')
      refuse(`--set-current needs a BUILD. To go back to workers without versions: --unversioned.\n${usage}`);
    if (unversioned && (current !== undefined || ramp !== undefined))
      refuse(`--unversioned cannot be combined with a build.\n${usage}`);
    return { current, ramp, percent, unversioned, drain: values.drain };
  } catch (error) {
    return refuse(`${wordsOf(error)}\n${usage}`);
  }
}

type Described = Awaited<ReturnType<typeof describe>>;

/** The builds that Temporal knows, and which of them new workflows go to. */
async function describe() {
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

/** Temporal refuses a build of which no worker polls, or which lacks a queue of the current one. */
async function setCurrent(buildId: string): Promise<void> {
  const { conflictToken } = await describe();
  const change = { namespace, deploymentName, buildId, identity, conflictToken };
  await client.workflowService.setWorkerDeploymentCurrentVersion(change);
}

/** From now on workers without a deployment get what is new, and until there is one nobody does. */
async function endVersions(): Promise<void> {
  if ((await describe()).ramping !== undefined) await setRamp('', 0);
  await setCurrent('');
}

/** By 0 no build is ramping. */
async function setRamp(build: string, percentage: number): Promise<void> {
  const { conflictToken } = await describe();
  const buildId = percentage === 0 ? '' : build;
  const change = { namespace, deploymentName, buildId, percentage, identity, conflictToken };
  await client.workflowService.setWorkerDeploymentRampingVersion(change);
}

/** Asks what runs on neither the current nor the ramping build to carry over, until nothing is left. */
async function drain(): Promise<void> {
  const until = Date.now() + patienceMs;
  let settled = 0;
  for (let turn = 0; settled < settledLooks; turn += 1) {
    const described = await describe();
    const { current, ramping, builds } = described;
    const isSpreading = described.isSpreading && !(await isKnownToQueues(described));
    const left: string[] = [];
    for (const build of builds) if (build !== current && build !== ramping) left.push(...(await ask(build)));
    settled = left.length === 0 && !isSpreading ? settled + 1 : 0;
    if (left.length === 0 && isSpreading) console.log('Not every queue knows yet which build is current.');
    if (settled === 0 && Date.now() > until) {
      const named = left.slice(0, namedMax).join('\n  ');
      const why = isSpreading ? ', and not every queue knows which build is current' : '';
      refuse(`Not carried over within ${patienceMs / 60_000} minutes: ${left.length}${why}\n  ${named}`);
    }
    await sleep(1_000 * (settled > 0 ? 1 : (askAgainSeconds[turn] ?? askAgainSeconds.at(-1) ?? 1)));
  }
}

/**
 * Whether each queue itself names the builds that new payments go to, since the last change of them. Temporal's own account of
 * the queues that it has told may stay unfinished for ever, where there were changes meanwhile.
 */
async function isKnownToQueues({ builds, current, ramping, changedAt }: Described): Promise<boolean> {
  const { workflowService } = client;
  const versions = current === undefined ? builds : [current];
  for (const buildId of versions) {
    const deploymentVersion = { deploymentName, buildId };
    const version = await workflowService.describeWorkerDeploymentVersion({ namespace, deploymentVersion });
    for (const { name, type: taskQueueType } of version.versionTaskQueues) {
      const taskQueue = { name };
      const told = await workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType });
      const { currentDeploymentVersion, rampingDeploymentVersion, updateTime } = told.versioningInfo ?? {};
      const names = [currentDeploymentVersion?.buildId, rampingDeploymentVersion?.buildId];
      const isNew = millisecondsOf(updateTime) >= changedAt;
      if (!isNew || names[0] !== current || names[1] !== ramping) return false;
    }
  }
  return true;
}

/**
 * Asks all that runs on a build to carry over, and returns their ids. A run that has ended since it was listed is not asked:
 * the one that follows it may be where it should.
 */
async function ask(build: string): Promise<readonly string[]> {
  const running: { readonly workflowId: string; readonly runId: string }[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query: runningOn(build) }))
    running.push({ workflowId, runId });
  if (running.length > 0) console.log(`${build}: ${running.length} asked to carry over`);
  const remaining = [...running];
  const work = async () => {
    for (let one = remaining.pop(); one !== undefined; one = remaining.pop())
      await client.workflow.getHandle(one.workflowId, one.runId).signal(carryOver).catch(unlessEnded);
  };
  await Promise.all(Array.from({ length: concurrentCallsMax }, work));
  return running.map(({ workflowId }) => workflowId);
}

/** As Temporal itself counts what keeps a version from being drained. */
function runningOn(build: string): string {
  const version = `${deploymentName}:${build}`.replaceAll("'", "''");
  return `TemporalWorkerDeploymentVersion = '${version}' AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`;
}

async function show(): Promise<void> {
  const { current, ramping, percent, builds } = await describe();
  for (const build of builds) {
    const { count } = await client.workflow.count(runningOn(build));
    const place =
      build === current ? 'current' : build === ramping ? `takes ${percent} %` : 'takes nothing new';
    console.log(`${build}  ${place}, ${count} running on it`);
  }
  if (current === undefined)
    console.log(
      'No build is current: new payments go to workers without WORKER_DEPLOYMENT, or wait until there is one.',
    );
}

function millisecondsOf(time: Parameters<typeof optionalTsToMs>[0]): number {
  return optionalTsToMs(time) ?? 0;
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

/** The first line only: the rest is for programmers. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const details = 'details' in error && typeof error.details === 'string' ? error.details : '';
  return details || (error.message.split('\n')[0] ?? error.name);
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
