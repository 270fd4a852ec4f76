import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { playLine } from './play-line.js';
import { settings } from './settings.js';
import type { TourLine } from './tour-report.js';

const group = 'Reconciliation';
const mid = 'main';
/** The account of that MID at the sandbox. */
const account = 'acct_demo';

const titles = {
  day: { group, title: "the day agrees with the provider's statement", expected: 'no differences' },
  planted: {
    group,
    title: 'a line that matches no payment is found and explained',
    expected: 'unknown_here, explained',
  },
};

export const reconcileTitles = Object.values(titles);

/** Holds the day against the provider's statement, then against one with a made-up line, by the commands of finance (contract §16). */
export async function reconcileDay(): Promise<readonly TourLine[]> {
  return [await playLine(titles.day, importDay), await playLine(titles.planted, explainPlanted)];
}

/** From the day on which this process began until today: the tour may have passed midnight. */
async function importDay(): Promise<string> {
  const [from = '', to = ''] = [performance.timeOrigin, Date.now()].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  );
  const imported = await gateway('statement', 'import', '--mid', mid, '--from', from, '--to', to);
  const { lines, differences } = imported as ImportedDay;
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
  const listed = await gateway('difference', 'list', '--account', mid);
  const found = (listed as readonly Listed[]).find((one) => one.reference === reference);
  if (!found) return 'not found';
  const word = ['--operator', 'demo', '--reason', 'planted by the demo', '--evidence', "the sandbox's panel"];
  await gateway('difference', 'explain', found.id, ...word);
  const shown = await gateway('difference', 'show', found.id);
  return `${found.class}, ${(shown as Listed).state}`;
}

type ImportedDay = { readonly lines: number; readonly differences: Readonly<Record<string, number>> };

type Listed = {
  readonly id: string;
  readonly class: string;
  readonly state: string;
  readonly reference: string | null;
};

const program = fileURLToPath(new URL('../../bundles/gateway.js', import.meta.url));
const run = promisify(execFile);

type Failed = { readonly code?: unknown; readonly stdout: string; readonly stderr: string };

/** What a command of operators prints beside this stack, whose environment this process has. Exit code 1 is a finding. */
async function gateway(...words: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [program, ...words, '--json']).catch((error: Failed) => {
    if (error.code === 1) return error;
    throw new Error(error.stderr.split('\n', 1)[0] || 'it did not run');
  });
  return JSON.parse(stdout);
}
