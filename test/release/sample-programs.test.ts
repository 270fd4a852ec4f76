import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createMerchant, goldenKey } from '../fakes/merchant.js';
import { patient } from '../stack/patience.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: the programs of docs/samples do what docs/integrate.md says, in every language. Method: each runs as it is printed, where
 * its language is on this machine, against a provider that answers too late: it gets a 504, sends the same again, and makes one
 * payment. It refuses a forged callback, takes the genuine one, and ends by itself.
 */
type Program = {
  readonly language: string;
  /** By the file of docs/samples: where it stands in the folder in which the program runs. */
  readonly samples: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Ends with 0 where the language is on this machine. */
  readonly probe: readonly string[];
  readonly prepare?: readonly string[];
  readonly start: readonly string[];
};

const programs: readonly Program[] = [
  {
    language: 'Node',
    samples: { 'node/gateway.mjs': 'gateway.mjs', 'node/shop.mjs': 'shop.mjs' },
    probe: [process.execPath, '--version'],
    start: [process.execPath, 'shop.mjs'],
  },
  {
    language: 'Python',
    samples: { 'python/gateway.py': 'gateway.py', 'python/shop.py': 'shop.py' },
    probe: ['python3', '--version'],
    start: ['python3', 'shop.py'],
  },
  {
    language: 'Go',
    samples: { 'go/gateway.go': 'gateway/gateway.go', 'go/shop.go': 'shop.go' },
    files: { 'go.mod': 'module shop\n\ngo 1.21\n' },
    probe: ['go', 'version'],
    prepare: ['go', 'build', '-o', 'shop', '.'],
    start: ['./shop'],
  },
  {
    language: 'PHP',
    samples: { 'php/gateway.php': 'gateway.php', 'php/shop.php': 'shop.php' },
    probe: ['php', '--version'],
    start: ['php', 'shop.php'],
  },
  {
    language: 'Java',
    samples: { 'java/Gateway.java': 'Gateway.java', 'java/Shop.java': 'Shop.java' },
    probe: ['javac', '-version'],
    prepare: ['javac', '-d', '.', 'Gateway.java', 'Shop.java'],
    start: ['java', '-cp', '.', 'Shop'],
  },
];

const { urls } = sharedStack;
const merchant = createMerchant(urls.api);
const witness = createWitness(urls.sandbox);
const run = promisify(execFile);
const go = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-programs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a shop made of the samples', () => {
  it.concurrent.for(programs)(
    'in $language makes one payment after a 504, and takes only the genuine callback',
    async (program, { expect: expectHere, skip }) => {
      if (!(await isHere(program.probe))) return skip(`${program.language} is not on this machine`);
      const shop = await start(program);
      const forged = await post(`http://127.0.0.1:${await shop.said('listening')}/hooks`, forgedCallback);
      const [reference, ended] = (await shop.said('callback')).split(' ');
      const [created] = (await shop.said('created')).split(' ');
      expectHere({ forged, ended, created, code: await shop.exit }).toEqual({
        forged: 401,
        ended: 'success',
        created: reference,
        code: 0,
      });
      const { identifier } = await merchant.untilFinal(reference ?? '');
      expectHere(await witness.charges(String(identifier))).toMatchObject([
        { amount: expectHere.stringMatching(/^10\.10?$/), status: 'success' },
      ]);
    },
  );
});

const forgedCallback = {
  body: '{"event_id":"evt_1","type":"payment","reference":"order-1","status":"success"}',
  headers: {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AaafFQtMNV2pfzTeQ2R4yccaSzGmLCrlQ7kidMKAwjs=',
  },
};

async function post(
  url: string,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<number> {
  return (await fetch(url, { method: 'POST', body, headers })).status;
}

type Shop = {
  /** What stands behind a word and a colon in the first line that begins so. Fails if the program ends without it. */
  said(word: string): Promise<string>;
  readonly exit: Promise<number | null>;
};

async function start({ language, samples, files = {}, prepare, start: words }: Program): Promise<Shop> {
  const home = join(folder, language);
  for (const [sample, place] of Object.entries(samples)) {
    await mkdir(dirname(join(home, place)), { recursive: true });
    await cp(join('docs/samples', sample), join(home, place));
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
  const [compiler, ...sources] = prepare ?? [];
  // Java says everything in the encoding of the locale, which may name none.
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' };
  if (compiler !== undefined) await run(compiler, sources, { cwd: home, env: { ...environment, ...go } });
  const [command = '', ...options] = words;
  const settings = { GATEWAY: urls.api, SECRET: goldenKey, CALLBACK_SECRET: callbackSecret, PORT: '0' };
  const child = spawn(command, options, {
    cwd: home,
    env: { ...environment, ...settings, SCENARIO: 'timeout_success' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: patient(60_000),
  });
  return listen(child);
}

/** Of every development project. */
const callbackSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

function listen(child: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): Shop {
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  let isEnded = false;
  const exit = once(child, 'close').then(([code]) => {
    isEnded = true;
    return code as number | null;
  });
  return {
    exit,
    async said(word) {
      for (;;) {
        const line = lines.find((one) => one.startsWith(`${word}: `));
        if (line !== undefined) return line.slice(word.length + 2);
        if (isEnded) throw new Error(`It did not say "${word}", but: ${lines.join(' / ')}`);
        await sleep(50);
      }
    },
  };
}

async function isHere([command = '', ...words]: readonly string[]): Promise<boolean> {
  return run(command, words).then(
    () => true,
    () => false,
  );
}
