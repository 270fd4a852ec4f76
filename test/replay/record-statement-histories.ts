import { Client, Connection, type WorkflowClient } from '@temporalio/client';
import { carryOver } from '#contracts/carry-over';
import {
  differenceChanged,
  explainDifference,
  matchDifference,
  statementWorkflowOptions,
  statementWorkflowType,
  writeDifferenceOff,
} from '#contracts/statement-workflows';
import { explainDifference as explainByCommand } from '#persistence/statements/decide-difference';
import { listDifferences } from '#persistence/statements/list-differences';
import { createDatabase, type Database } from '#persistence/database';
import { importLines, newMid, today, unknownLine } from '../fakes/statements.js';
import type { SharedStack } from '../stack/lane-stacks.js';
import { until } from '../witnesses/until.js';
import { fetchHistory, readHistory, type RecordedHistory } from './record-histories.js';

/** A MID of the configuration, because metrics name it. */
const mid = 'second';
const word = { reason: 'the provider says so', evidence: 'ticket 7' };

/** A difference of each end, and a statement, as the workflows that wait for them; the histories by name. */
export async function recordStatementHistories(
  stack: SharedStack,
): Promise<ReadonlyMap<string, RecordedHistory>> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const { workflow } = new Client({ connection });
  const finance = createDatabase({
    url: stack.databaseUrls.finance,
    applicationName: 'finance test',
    poolSize: 4,
  });
  await finance.initialize();
  const histories = new Map<string, RecordedHistory>();
  try {
    for (const [name, play] of scenes) {
      const workflowId = await openDifference(workflow, finance);
      const runId = await play({ workflow, finance, workflowId });
      const history =
        runId === undefined ? fetchHistory(workflow, workflowId) : readHistory(workflow, workflowId, runId);
      histories.set(name, await history);
    }
    const options = statementWorkflowOptions({ mid: newMid(), day: today() });
    await workflow.execute(statementWorkflowType, options);
    histories.set('statement-asked', await fetchHistory(workflow, options.workflowId));
  } finally {
    await finance.destroy();
    await connection.close();
  }
  return histories;
}

type Scene = {
  readonly workflow: WorkflowClient;
  readonly finance: Database;
  readonly workflowId: string;
};

/** What happens to a difference; the run whose history counts, if it is not the last one. */
const scenes: readonly (readonly [string, (scene: Scene) => Promise<string | undefined>])[] = [
  [
    'difference-explained',
    async ({ workflow, workflowId }) => {
      const handle = workflow.getHandle(workflowId);
      // Refused, because no transaction has this identifier.
      const match = { ...word, operator: 'eve', to: crypto.randomUUID() };
      await handle.executeUpdate(matchDifference, { args: [match] }).catch(() => undefined);
      await handle.executeUpdate(explainDifference, { args: [{ ...word, operator: 'eve' }] });
      return undefined;
    },
  ],
  [
    'difference-written-off',
    async ({ workflow, workflowId }) => {
      const handle = workflow.getHandle(workflowId);
      for (const operator of ['eve', 'eve', 'adam'])
        await handle.executeUpdate(writeDifferenceOff, { args: [{ ...word, operator }] });
      return undefined;
    },
  ],
  [
    'difference-closed-beside',
    async ({ finance, workflow, workflowId }) => {
      const difference = workflowId.replace('difference/', '');
      await workflow.getHandle(workflowId).signal(differenceChanged);
      await explainByCommand(finance, { difference, ...word, operator: 'eve' });
      return undefined;
    },
  ],
  [
    'difference-carried-over',
    async ({ workflow, workflowId }) => {
      const handle = workflow.getHandle(workflowId);
      const { runId } = await handle.describe();
      await handle.signal(carryOver);
      await until(
        () => handle.describe(),
        (now) => now.runId !== runId,
      );
      await handle.executeUpdate(explainDifference, { args: [{ ...word, operator: 'eve' }] });
      return runId;
    },
  ],
];

/** Imports a line that names no transaction, and returns the workflow of its difference. */
async function openDifference(workflow: WorkflowClient, finance: Database): Promise<string> {
  const line = unknownLine('3.00');
  await importLines(finance, [line], { mid });
  const open = await listDifferences(finance, { account: mid, isAll: false, limit: 100 });
  const difference = open.find(({ lineKey }) => lineKey === line.lineKey);
  if (!difference) throw new Error('the import opens a difference');
  const workflowId = `difference/${difference.id}`;
  await until(
    () =>
      workflow
        .getHandle(workflowId)
        .describe()
        .catch(() => undefined),
    (found) => found !== undefined,
  );
  return workflowId;
}
