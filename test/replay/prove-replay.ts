import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';

/** Throws when the workflow, as bundled, would not take the very steps of the recorded history. */
export async function proveReplay(
  { code }: WorkflowBundleWithSourceMap,
  name: string,
  recorded: unknown,
): Promise<void> {
  const history = historyFromJSON(recorded);
  try {
    await Worker.runReplayHistory({ workflowBundle: { code } }, history, name);
  } catch (cause) {
    throw new Error(
      `The payment workflow no longer takes the steps of ${name}: a workflow that is under way would be stuck after a ` +
        `deployment. Keep the old way for such workflows with patched() of @temporalio/workflow. Record anew with ` +
        `"npm run replay:record" only when no such workflow can be running.`,
      { cause },
    );
  }
}
