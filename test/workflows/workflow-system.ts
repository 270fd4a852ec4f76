import { ApplicationFailure } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { v7 } from 'uuid';
import { inject } from 'vitest';
import type { DeliveryActivities } from '../../apps/worker/src/activities/create-delivery-activities.js';
import type { LookUpActivities } from '../../apps/worker/src/activities/create-look-up-activities.js';
import type { TransactionActivities } from '../../apps/worker/src/activities/create-transaction-activities.js';
import { decodeStep, type RecordedStep } from '#contracts/step-result';
import { workflowOptions, workflowTypes } from '#contracts/transaction-workflow';
import { searchAttributes } from '#contracts/search-attributes';
import { deliveriesQueue, lookUpsQueue, transactionsQueue } from '#contracts/task-queues';
import type { TransactionType } from '#domain/transaction/status';
import { bundleWorkflows } from '../replay/workflow-bundle.js';

/** What an activity does when it is called: answers, throws, or runs. */
type Answer = object | string | null | Error | (() => unknown);

/** Activities of a transaction's own workflow. */
type ActivityName = Exclude<
  keyof (TransactionActivities & LookUpActivities & DeliveryActivities),
  | 'describeReviews'
  | 'recordReviewClosing'
  | 'lookUpLate'
  | 'passTransferOn'
  | 'describeDifference'
  | 'decideDifference'
  | 'importDay'
>;

/** The answers of each activity of one transaction, one for each call; the last one stays. */
export type Script = Readonly<Partial<Record<ActivityName, readonly Answer[]>>>;

/** A transaction's workflow that runs, and what it did so far. */
export type RunningWorkflow = {
  readonly handle: WorkflowHandle;
  /** Names of activities in the order they were called in, each attempt once. */
  readonly calls: readonly string[];
  /** Arguments of the calls of one activity, without the identifier. */
  argumentsOf(name: ActivityName): readonly (readonly unknown[])[];
  /** Of the first run. */
  history(): Promise<readonly HistoryEvent[]>;
  /** Timers that it started, in milliseconds and with the words they are shown with. */
  timers(): Promise<readonly (readonly [milliseconds: number, summary: string])[]>;
};

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

/** `known`: the recorded state with which the workflow is started. */
type Start = { readonly known?: RecordedStep };

export type WorkflowSystem = {
  readonly environment: TestWorkflowEnvironment;
  /** Options to start a workflow with whose activities answer as its script says. */
  prepare(type: TransactionType, script: Script, start?: Start): Prepared;
  start(type: TransactionType, script: Script, start?: Start): Promise<RunningWorkflow>;
  stop(): Promise<void>;
};

export type Prepared = {
  readonly workflowType: string;
  readonly options: ReturnType<typeof workflowOptions>;
  follow(): RunningWorkflow;
};

/** Nothing is looked up and no callback is sent in the time of a test, unless the test says so. */
const timing = {
  providerCallMs: 20_000,
  lookupCallMs: 20_000,
  lookupMs: [3_600_000, 7_200_000],
  notFoundAnswersMin: 1,
  unknownReviewMs: 1,
  settleMs: 1,
  submitMaxAgeMs: 1,
  windowMs: 1,
  hostedPageMs: 1,
  callbackAttemptMs: 5_000,
  callbackRetriesMs: [1],
} as const;

/** Far less than Temporal's own, so that a test gets there. */
const eventsUntilNewRun = 60;

/**
 * The real workflows on a Temporal server of their own. The activities are the test's: what they would do is decided by
 * its script and noted, so that nothing but the workflow's own decisions is left to be seen.
 */
export async function startWorkflowSystem(): Promise<WorkflowSystem> {
  const environment = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: inject('temporalCli') },
      searchAttributes: Object.values(searchAttributes),
      extraArgs: ['--dynamic-config-value', `limit.historyCount.suggestContinueAsNew=${eventsUntilNewRun}`],
    },
  });
  const actors = new Map<string, Actor>();
  const common = { connection: environment.nativeConnection, activities: activitiesOf(actors) };
  const workers = await Promise.all([
    Worker.create({ ...common, taskQueue: transactionsQueue, workflowBundle: await bundleWorkflows() }),
    Worker.create({ ...common, taskQueue: lookUpsQueue }),
    Worker.create({ ...common, taskQueue: deliveriesQueue }),
  ]);
  const running = workers.map((worker) => worker.run());

  const prepare = (type: TransactionType, script: Script, { known }: Start = {}): Prepared => {
    const identifier = v7();
    const actor = createActor(script);
    actors.set(identifier, actor);
    const options = workflowOptions({
      identifier,
      type,
      merchant: 'demo',
      reference: identifier,
      method: 'pix',
      amount: '10.10',
      currency: 'BRL',
      status: 'pending',
      provider: undefined,
      plan: { timing },
      known: known && decodeStep(known),
    });
    const follow = () => followed(environment, options.workflowId, actor);
    return { workflowType: workflowTypes[type], options, follow };
  };

  return {
    environment,
    prepare,
    async start(type, script, start) {
      const prepared = prepare(type, script, start);
      await environment.client.workflow.start(prepared.workflowType, prepared.options);
      return prepared.follow();
    },
    async stop() {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await environment.teardown();
    },
  };
}

type Call = { readonly name: string; readonly given: readonly unknown[] };
type Actor = {
  readonly calls: Call[];
  plays(name: ActivityName): boolean;
  take(name: ActivityName): Answer;
};

function createActor(script: Script): Actor {
  const calls: Call[] = [];
  const left = new Map(Object.entries(script).map(([name, answers]) => [name, [...answers]]));
  return {
    calls,
    plays: (name) => left.has(name),
    take(name) {
      const answers = left.get(name) ?? [];
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer === undefined ? ApplicationFailure.nonRetryable(`${name} is not in the script`) : answer;
    },
  };
}

/** What a workflow tries first within its own task; where a script leaves it out, it comes to nothing. */
const triedFirst: ReadonlySet<string> = new Set<ActivityName>(['submitAtOnce', 'deliverAtOnce']);

const activityNames: Readonly<Record<ActivityName, true>> = {
  submitAtOnce: true,
  submitTransaction: true,
  applyEvidence: true,
  approvePayout: true,
  chooseBankCode: true,
  expireUnsent: true,
  cancelUnsent: true,
  resolveTransaction: true,
  closeResolvedReviews: true,
  lookUpTransaction: true,
  lookUpOnce: true,
  askToCancel: true,
  deliverAtOnce: true,
  deliverCallback: true,
  redeliverCallback: true,
};

function activitiesOf(actors: ReadonlyMap<string, Actor>) {
  const perform =
    (name: ActivityName) =>
    async (identifier: string, ...given: readonly unknown[]) => {
      const actor = actors.get(identifier);
      if (!actor) throw ApplicationFailure.nonRetryable(`no actor plays ${identifier}`);
      if (triedFirst.has(name) && !actor.plays(name)) return undefined;
      actor.calls.push({ name, given });
      const answer = actor.take(name);
      const said: unknown = typeof answer === 'function' ? await answer() : answer;
      if (said instanceof Error) throw said;
      return said;
    };
  const names = Object.keys(activityNames) as ActivityName[];
  return Object.fromEntries(names.map((name) => [name, perform(name)]));
}

function followed(
  { client }: TestWorkflowEnvironment,
  workflowId: string,
  { calls }: Actor,
): RunningWorkflow {
  const handle = client.workflow.getHandle(workflowId);
  const history = async () => {
    const { raw } = await handle.describe();
    const firstRunId = raw.workflowExecutionInfo?.firstRunId ?? undefined;
    const first = client.workflow.getHandle(workflowId, firstRunId);
    return (await first.fetchHistory()).events ?? [];
  };
  return {
    handle,
    get calls() {
      return calls.map(({ name }) => name);
    },
    argumentsOf: (name) => calls.filter((call) => call.name === name).map(({ given }) => given),
    history,
    async timers() {
      return (await history()).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
        if (!timer) return [];
        const { seconds, nanos } = timer.startToFireTimeout ?? {};
        const summary: unknown = JSON.parse(
          Buffer.from(userMetadata?.summary?.data ?? []).toString() || '""',
        );
        return [[Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000, String(summary)] as const];
      });
    },
  };
}
