import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';

Runtime.install({ logger: new DefaultLogger('ERROR') });

export type Replayed = { readonly histories: number; readonly stuck: readonly string[] };

/**
 * The histories that one release keeps, replayed with the workflows of another: where one is stuck, workers without a version
 * must not be replaced in place by those of the other. Both are folders of compiled projects.
 */
export async function replayHistories(keptBy: string, replayedBy: string): Promise<Replayed> {
  const folder = join(keptBy, 'test/replay');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const workflowBundle = { code: await readFile(join(replayedBy, 'dist/workflows.js'), 'utf8') };
  const recorded = await Promise.all(
    files.map(async (file) => ({
      workflowId: file,
      history: historyFromJSON(JSON.parse(await readFile(join(folder, file), 'utf8'))),
    })),
  );
  const stuck: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, recorded)) {
    if (error) stuck.push(workflowId);
  }
  return { histories: files.length, stuck };
}
