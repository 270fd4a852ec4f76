import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { bundleFlows } from '../replay/flow-bundle.js';
import type { RecordedHistory } from '../replay/record-histories.js';
import { proveReplay } from '../replay/prove-replay.js';

/** Goal: payments and payouts that are under way when a new version is deployed go on; recorded histories stand for them. */
const folder = new URL('../replay/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
const bundlingMs = 60_000;

async function read(file: string): Promise<RecordedHistory> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8')) as RecordedHistory;
}

let bundle: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  bundle = await bundleFlows();
}, bundlingMs);

describe('the flows of the sources replay', () => {
  it.each(files)('%s', async (file) => {
    await proveReplay(bundle, file, await read(file));
  });

  it('at least the kinds that differ in their steps', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'h2h-success.json',
        'h2h-declined-at-once.json',
        'h2h-unknown-then-not-found.json',
        'h2h-resolved.json',
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
        'transfer-passed-on.json',
      ]),
    );
  });

  it('and would not, had the flow taken other steps', async () => {
    const { events } = await read('h2h-success.json');
    const altered = { events: events.map(withOtherActivity) };
    await expect(proveReplay(bundle, 'altered', altered)).rejects.toThrow(/patched/);
  });
});

it.each([
  ['server-to-server payment', 'h2h-success.json', () => h2hEventsMax],
  ['plain payout', 'payout-success.json', () => payoutEventsMax],
])('a %s takes no more history than it did', async (_, file, max) => {
  const { events } = await read(file);
  expect(events.length).toBeLessThanOrEqual(max());
});

/** Every event is written to Temporal's database and paid for, at every transaction. */
const h2hEventsMax = 25;
const payoutEventsMax = 25;

function withOtherActivity(event: RecordedHistory['events'][number]): RecordedHistory['events'][number] {
  return JSON.parse(
    JSON.stringify(event).replaceAll('"submitTransaction"', '"lookUpTransaction"'),
  ) as typeof event;
}
