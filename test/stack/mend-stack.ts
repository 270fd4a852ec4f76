import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { attentionOfAll } from '../../scripts/stack/log-watch.js';
import type { Stack } from '../../scripts/stack/start-stack.js';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { patient } from './patience.js';

const triesMax = 3;
const pageTimeoutMs = patient(5_000);
const betweenTriesMs = 2_000;
const linesMax = 12;
const lineLengthMax = 300;
const apps = ['sandbox', 'worker', 'api', 'checkout'] as const;

/**
 * Restarts a stack that takes no payments or shows no pages, on the same ports and with the same books, and prints what its
 * logs say.
 */
export async function mendStack(stack: Stack): Promise<void> {
  const trouble = await findTrouble(stack);
  if (trouble === undefined) return;
  process.stdout.write(`✖ the shared stack is restarted: ${trouble}\n`);
  for (const line of lastWords(stack)) process.stdout.write(`  ${line}\n`);
  await Promise.all(apps.map((name) => stack.apps[name].kill()));
  await Promise.all([stack.postgres.kill(), stack.temporal.kill()]);
  await Promise.all([stack.postgres.restart(), stack.temporal.restart()]);
  await Promise.all(apps.map((name) => stack.apps[name].start()));
}

/** Undefined when a payment is taken, and the checkout answers, within a few tries. */
async function findTrouble({ urls }: Stack): Promise<string | undefined> {
  let trouble: string | undefined;
  for (let tried = 0; tried < triesMax; tried += 1) {
    if (tried > 0) await sleep(betweenTriesMs);
    trouble = await Promise.all([takePayment(urls.api), showPage(urls.checkout)]).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (trouble === undefined) return undefined;
  }
  return trouble;
}

async function takePayment(api: string): Promise<void> {
  const { status, body } = await createMerchant(api).post('/v2/payment', idealBody());
  if (status !== 200) throw new Error(`no payment: ${status} ${JSON.stringify(body)}`);
}

/** One that hangs keeps its port, and takes connections. */
async function showPage(checkout: string): Promise<void> {
  const { statusCode, body } = await request(`${checkout}/health/live`, { headersTimeout: pageTimeoutMs });
  await body.dump();
  if (statusCode !== 200) throw new Error(`no pages: ${statusCode}`);
}

/** The last warnings of each app, and the last lines of the servers. */
function lastWords({ apps: running, postgres, temporal }: Stack): readonly string[] {
  const ofApps = apps.flatMap((name) =>
    attentionOfAll(readFileSync(running[name].logFile, 'utf8'))
      .slice(-linesMax)
      .map((line) => `${name}: ${line}`),
  );
  const ofServers = [postgres, temporal].flatMap(({ title, logFile }) =>
    logFile === undefined
      ? []
      : readFileSync(logFile, 'utf8')
          .trim()
          .split('\n')
          .slice(-linesMax)
          .map((line) => `${title}: ${line}`),
  );
  return [...ofApps, ...ofServers].map((line) => line.slice(0, lineLengthMax));
}
