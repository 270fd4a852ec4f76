import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { bundleWorkflows } from '../replay/workflow-bundle.js';
import { heldSettings, recordHeldPayout } from '../replay/record-held-payout.js';
import { recordHistories, type RecordedHistory } from '../replay/record-histories.js';
import { rareSettings, recordRareHistories } from '../replay/record-rare-histories.js';
import { recordStatementHistories } from '../replay/record-statement-histories.js';
import { recordTriedAgain } from '../replay/record-tried-again.js';
import { proveReplay } from '../replay/prove-replay.js';
import { patient } from '../stack/patience.js';
import { startBreakableSystem } from '../stack/breakable-system.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: histories of payments and payouts made just now replay on the workflows as they are. With RECORD_HISTORIES they
 * are kept in test/replay, for the versions to come.
 */
let bundle: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  bundle = await bundleWorkflows();
});

it('every kind of payment and payout replays', async () => {
  await proveAndKeep(await recordHistories(sharedStack));
  await proveAndKeep(await recordTriedAgain(sharedStack));
});

it('a statement, and every end of a difference, replays', async () => {
  await proveAndKeep(await recordStatementHistories(sharedStack));
});

it(
  'what seldom happens replays',
  async () => {
    const system = await startBreakableSystem({ settings: [...rareSettings, ...heldSettings] });
    try {
      await proveAndKeep(await recordHeldPayout(system));
      await proveAndKeep(await recordRareHistories(system));
    } finally {
      await system.stop();
    }
  },
  patient(400_000),
);

async function proveAndKeep(histories: ReadonlyMap<string, RecordedHistory>): Promise<void> {
  for (const [name, history] of histories) {
    await proveReplay(bundle, name, history);
    expect(history.events.at(-1)?.eventType).toMatch(/_(?:COMPLETED|CONTINUED_AS_NEW)$/);
    if (process.env['RECORD_HISTORIES'] === undefined) continue;
    const file = fileURLToPath(new URL(`../replay/${name}.json`, import.meta.url));
    await writeFile(file, `${JSON.stringify(history, undefined, 2)}\n`);
  }
}
