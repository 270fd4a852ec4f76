import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { createDeliveryActivities } from '../../apps/worker/src/activities/create-delivery-activities.js';
import type { DeliveryDependencies } from '../../apps/worker/src/activities/attempt-delivery.js';
import { createLookUpActivities } from '../../apps/worker/src/activities/create-look-up-activities.js';
import { createTransactionActivities } from '../../apps/worker/src/activities/create-transaction-activities.js';
import { createOutboundCalls } from '../../apps/worker/src/activities/outbound-calls.js';
import { createLog } from '#runtime/create-log';
import { bundleWorkflows } from '../replay/workflow-bundle.js';
import { namesInHistory } from '../replay/names-in-history.js';
import type { RecordedHistory } from '../replay/record-histories.js';
import { proveReplay } from '../replay/prove-replay.js';

/** Goal: payments and payouts that are under way when a new version is deployed go on; recorded histories stand for them. */
const folder = new URL('../replay/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
const bundlingMs = 240_000;

async function read(file: string): Promise<RecordedHistory> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8')) as RecordedHistory;
}

let bundle: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  bundle = await bundleWorkflows();
}, bundlingMs);

describe('the workflows of the sources replay', () => {
  it.each(files)('%s', async (file) => {
    await proveReplay(bundle, file, await read(file));
  });

  it('at least the kinds that differ in their steps', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'h2h-success.json',
        'told-apart-h2h-success.json',
        'h2h-declined-at-once.json',
        'h2h-unknown-then-not-found.json',
        'h2h-resolved.json',
        'h2h-resolved-and-closed.json',
        'h2h-contradicted-while-delivering.json',
        'hpp-success.json',
        'hpp-card-form.json',
        'h2h-card-form.json',
        'payout-success.json',
        'payout-declined.json',
        'payout-unknown-then-success.json',
        'payout-bank-chosen.json',
        'payout-bank-never-chosen.json',
        'redelivered.json',
        'review-closed.json',
        'statement-asked.json',
        'difference-explained.json',
        'difference-written-off.json',
        'difference-closed-beside.json',
        'difference-carried-over.json',
        'transfer-passed-on.json',
        'rare-step-failed.json',
        'rare-step-timed-out.json',
        'rare-cascade.json',
        'rare-cascade-to-limited-mid.json',
        'rare-limited-mid.json',
        'rare-looked-up-now.json',
        'rare-suspected-callback.json',
        'rare-cancelled-at-provider.json',
        'rare-delivered-now.json',
        'rare-started-anew.json',
        'rare-told-by-sweep.json',
        'rare-released-callback.json',
        'rare-late-look-up.json',
        'rare-payout-approved.json',
        'rare-payout-cancelled.json',
      ]),
    );
  });

  it('and would not, had the workflow taken other steps', async () => {
    const { events } = await read('h2h-accepted-then-looked-up.json');
    const altered = { events: events.map(withOtherActivity) };
    await expect(proveReplay(bundle, 'altered', altered)).rejects.toThrow(/patched/);
  });
});

const defined = await definedMessages();

describe('everything that a workflow can do or receive is in a recorded history', () => {
  const histories = Promise.all(files.map(read));
  const found = histories.then((all) => all.map(namesInHistory));

  it.each(registeredActivities())('the activity %s', async (name) => {
    expect((await found).flatMap(({ activities }) => activities)).toContain(name);
  });

  it.each(defined)('the update or signal %s', async (name) => {
    expect((await found).flatMap(({ messages }) => messages)).toContain(name);
  });

  it.each([
    'ACTIVITY_TASK_FAILED',
    'ACTIVITY_TASK_TIMED_OUT',
    'TIMER_FIRED',
    'WORKFLOW_EXECUTION_UPDATE_COMPLETED',
  ])('the event %s', async (type) => {
    const types = (await histories).flatMap(({ events }) => events.map(({ eventType }) => eventType));
    expect(types).toContain(`EVENT_TYPE_${type}`);
  });

  it('a submit over the queue of a limited MID, as a first and as a further attempt', async () => {
    const [first, further] = await Promise.all(
      ['rare-limited-mid.json', 'rare-cascade-to-limited-mid.json'].map(read),
    );
    expect(JSON.stringify(first).match(/"mid-second"/)).not.toBeNull();
    expect(JSON.stringify(further).match(/"mid-second"/)).not.toBeNull();
  });
});

/** What the workers register; none of it is called. */
function registeredActivities(): readonly string[] {
  const nothing = {} as DeliveryDependencies;
  const outbound = createOutboundCalls(createLog('test', 'silent'));
  return Object.keys({
    ...createTransactionActivities(nothing, outbound),
    ...createLookUpActivities(nothing, outbound.bulkheads.lookUp),
    ...createDeliveryActivities(nothing, outbound.channel),
  });
}

/** Every update and signal that a contract defines, by name. */
async function definedMessages(): Promise<readonly string[]> {
  const contracts = new URL('../../libs/contracts/', import.meta.url);
  const names = (await readdir(contracts)).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, contracts).href) as Promise<Readonly<Record<string, unknown>>>),
  );
  return modules
    .flatMap(Object.values)
    .filter(isMessage)
    .map(({ name }) => name);
}

function isMessage(value: unknown): value is { readonly name: string } {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return value.type === 'update' || value.type === 'signal';
}

it.each([
  ['server-to-server payment', 'h2h-success.json', () => h2hEventsMax],
  ['plain payout', 'payout-success.json', () => payoutEventsMax],
])('a %s takes no more history than it did', async (_, file, max) => {
  const { events } = await read(file);
  expect(events.length).toBeLessThanOrEqual(max());
});

/** Every event is written to Temporal's database and paid for, at every transaction. */
const h2hEventsMax = 14;
const payoutEventsMax = 14;

function withOtherActivity(event: RecordedHistory['events'][number]): RecordedHistory['events'][number] {
  return JSON.parse(JSON.stringify(event).replaceAll('"lookUpTransaction"', '"lookUpOnce"')) as typeof event;
}
