import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { attentionOfAll } from '../../scripts/stack/log-watch.js';
import type { Stack } from '../../scripts/stack/start-stack.js';
import { idealBody } from './bodies.js';
import { createMerchant } from './merchant.js';

const triesMax = 3;
const betweenTriesMs = 2_000;
const linesMax = 12;
const lineLengthMax = 300;
const apps = ['sandbox', 'worker', 'api', 'checkout'] as const;

/** Restarts a stack that takes no payments, on the same ports and with the same books, and prints what its logs say. */
export async function mendStack(stack: Stack): Promise<void> {
  const trouble = await findTrouble(stack);
  if (trouble === undefined) return;
  process.stdout.write(`✖ the shared stack takes no payments, and is restarted: ${trouble}\n`);
  for (const line of lastWords(stack)) process.stdout.write(`  ${line}\n`);
  await Promise.all(apps.map((name) => stack.apps[name].kill()));
  await Promise.all([stack.postgres.kill(), stack.temporal.kill()]);
  await Promise.all([stack.postgres.restart(), stack.temporal.restart()]);
  await Promise.all(apps.map((name) => stack.apps[name].start()));
}

/** Undefined when a payment is taken within a few tries. */
async function findTrouble({ urls }: Stack): Promise<string | undefined> {
  let trouble: string | undefined;
  for (let tried = 0; tried < triesMax; tried += 1) {
    if (tried > 0) await sleep(betweenTriesMs);
    trouble = await createMerchant(urls.api)
      .post('/v2/payment', idealBody())
      .then(
        ({ status, body }) => (status === 200 ? undefined : `${status} ${JSON.stringify(body)}`),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    if (trouble === undefined) return undefined;
  }
  return trouble;
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
