import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { bundleFlows } from '../replay/flow-bundle.js';
import { recordHistories } from '../replay/record-histories.js';
import { proveReplay } from '../replay/prove-replay.js';

/**
 * Goal: histories of payments and payouts made just now replay on the flows as they are. With RECORD_HISTORIES they
 * are kept in test/replay, for the versions to come.
 */
it('every kind of payment and payout replays', async () => {
  const bundle = await bundleFlows();
  const histories = await recordHistories(inject('stack'));
  for (const [name, history] of histories) {
    await proveReplay(bundle, name, history);
    expect(history.events.at(-1)?.eventType).toBe('EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED');
    if (process.env['RECORD_HISTORIES'] === undefined) continue;
    const file = fileURLToPath(new URL(`../replay/${name}.json`, import.meta.url));
    await writeFile(file, `${JSON.stringify(history, undefined, 2)}\n`);
  }
});
