import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { settings } from './settings.js';
import type { StepResult } from './step.js';

const group = 'Reconciliation';
const mid = 'main';
/** The account of that MID at the sandbox. */
const account = 'acct_demo';

/** The day against the provider's statement, and again with a line that the provider has made up (contract §16). */
export const reconcileSteps = [
  { group, title: "the day agrees with the provider's statement", expected: 'no differences' },
  {
    group,
    title: 'a line that nobody here knows is found and explained',
    expected: 'unknown_here, explained',
  },
] as const;

/** Plays both as finance does it, with commands. Never throws. */
export async function reconcileDay(): Promise<readonly StepResult[]> {
  const outcomes = [await told(importDay), await told(explainPlanted)];
  return outcomes.map((outcome, at) => ({ outcome, isExpected: outcome === reconcileSteps[at]?.expected }));
}

/** Of the day on which this process began, and of the next one when it is past midnight. */
async function importDay(): Promise<string> {
  const [from = '', to = ''] = [performance.timeOrigin, Date.now()].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  );
  const { data } = await gateway('statement', 'import', '--mid', mid, '--from', from, '--to', to);
  const { lines, differences } = data as ImportedDay;
  const found = Object.entries(differences).map(([name, count]) => `${count} ${name}`);
  // A statement without a line agrees with anything.
  if (lines === 0) return 'no lines';
  return found.length === 0 ? 'no differences' : found.join(', ');
}

async function explainPlanted(): Promise<string> {
  const { statusCode, body } = await request(`${settings.sandboxUrl}/panel/statement-fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'extra', account }),
  });
  if (statusCode !== 200) throw new Error(`the sandbox answers ${statusCode}`);
  const { reference } = (await body.json()) as { readonly reference: string };
  await importDay();
  const { data } = await gateway('difference', 'list', '--account', mid);
  const found = (data as readonly Listed[]).find((one) => one.reference === reference);
  if (!found) return 'not found';
  const word = ['--operator', 'demo', '--reason', 'planted by the demo', '--evidence', "the sandbox's panel"];
  await gateway('difference', 'explain', found.id, ...word);
  const shown = await gateway('difference', 'show', found.id);
  return `${found.class}, ${(shown.data as Listed).state}`;
}

type ImportedDay = { readonly lines: number; readonly differences: Readonly<Record<string, number>> };

type Listed = {
  readonly id: string;
  readonly class: string;
  readonly state: string;
  readonly reference: string | null;
};

async function told(play: () => Promise<string>): Promise<string> {
  try {
    return await play();
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'failed') : 'failed';
  }
}

const program = fileURLToPath(new URL('../../bundles/gateway.js', import.meta.url));

/** A command of operators beside this stack, whose environment this process has. Exit code 1 is a finding. */
function gateway(...words: readonly string[]): Promise<{ readonly data: unknown }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words, '--json'], (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      if ((error && typeof error.code !== 'number') || code > 1)
        return reject(new Error(stderr || 'it did not run'));
      resolve({ data: JSON.parse(stdout) as unknown });
    });
  });
}
