import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reversalKinds, type ReversalKind } from '#domain/refunds/reversal';
import { signCallback } from '#gateway/signature/callback-signature';
import { signRequest } from '#gateway/signature/request-signature';
import { acceptRefund } from '../../apps/api/src/refunds/accept-refund.js';
import { parsed } from '../../apps/api/src/transactions/create/testing/acceptance.js';
import { sampleDrivers } from '../../tools/generate/sample-drivers.js';

/**
 * Goal: what integrators copy from docs/integrate.md works and is safe. Method: the document holds the files of
 * docs/samples word for word; each is run with the golden vectors of contract §2 and §8 and with forgeries, where its
 * language is on this machine. Each takes the time as an argument, so that the vectors of 2014 can be verified.
 */
const run = promisify(execFile);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const sentAt = 1_388_957_500;
const eventId = 'evt_01HZX3V7Q2';
const body = '{"event_id":"evt_01HZX3V7Q2","type":"payment","reference":"ord-1","status":"success"}';
const goldenSignature = 'v1,AaafFQtMNV2pfzTeQ2R4yccaSzGmLCrlQ7kidMKAwjs=';
const golden = {
  id: eventId,
  timestamp: String(sentAt),
  signature: goldenSignature,
  body,
  secret,
  now: sentAt,
};
/** What a forger can sign who hopes that the service runs without its secret. */
const keyless = `v1,${createHmac('sha256', '').update(`${eventId}.${sentAt}.${body}`).digest('base64')}`;

const genuine: Readonly<Record<string, Partial<typeof golden>>> = {
  'the golden one': {},
  'one of 300 seconds ago': { now: sentAt + 300 },
  'one with two signatures, as while keys change': { signature: webhookSignature([other, secret]) },
  'one with bytes beyond ASCII': { body: '{"é":"ß"}', signature: webhookSignature([secret], '{"é":"ß"}') },
};
const forged: Readonly<Record<string, Partial<typeof golden>>> = {
  'another reference': { body: body.replace('ord-1', 'ord-2') },
  'another secret': { signature: webhookSignature([other]) },
  'another event id': { id: 'evt_other' },
  'another time': { timestamp: String(sentAt + 1) },
  'one of 301 seconds ago': { now: sentAt + 301 },
  'one of 301 seconds hence': { now: sentAt - 301 },
  'no headers': { id: '', timestamp: '', signature: '' },
  'a time that is no number': { timestamp: `${sentAt}.0` },
  'half a signature': { signature: goldenSignature.slice(0, 20) },
  'a signature in letters that are none': { signature: 'v1,ÄÄÄÄ' },
  'any, where the service has no secret': { secret: '', signature: keyless },
};

const reversalWays: Readonly<Record<ReversalKind, string>> = {
  returned: 'in',
  provider_refund: 'out',
  chargeback: 'out',
  chargeback_won: 'in',
  inquiry: 'none',
};

const requests = [
  {
    method: 'POST',
    path: '/v2/payment',
    body: '{"method":"ideal","mode":"initial","reference":"ord-1","currency":"EUR","amount":10.10}',
    signature: 'ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg=',
  },
  {
    method: 'GET',
    path: '/v2/bank/africa?country_code=NG',
    body: '',
    signature: 'DBI0093EUSDGtSeOJ88KFh/YSTtZA4LR7uXF/cDga94=',
  },
];

const names = { reference: 'r-1', paymentReference: 'o"\\ßé' };
const refunds = [
  { words: [names.reference, names.paymentReference, 'all'], accepted: names },
  { words: [names.reference, names.paymentReference, '4.50'], accepted: { ...names, amount: '4.50' } },
  { words: [names.reference, names.paymentReference, '0.05'], accepted: { ...names, amount: '0.05' } },
  ...['', ' ', '-1', '1e3', '1,5', '01', '4.50\n', 'ALL', 'null'].map((amount) => ({
    words: [names.reference, names.paymentReference, amount],
    accepted: 'refused',
  })),
];

/** Contract §15.8, and every end of section 8; the last ones are not known to a service of today. */
const directions: readonly (readonly [type: string, status: string, kind: string, way: string])[] = [
  ['payment', 'success', '', 'in'],
  ['payout', 'success', '', 'out'],
  ['refund', 'success', '', 'out'],
  ...['payment', 'payout', 'refund'].flatMap((type) =>
    ['declined', 'error', 'expired', 'pending'].map((status) => [type, status, '', 'none'] as const),
  ),
  ...reversalKinds.map((kind) => ['reversal', '', kind, reversalWays[kind]] as const),
  ['reversal', 'success', 'tomorrow', 'none'],
  ['test', '', '', 'none'],
  ['invoice', 'success', '', 'none'],
];

const found = await Promise.all(
  sampleDrivers.map(async (driver) => ({ driver, isThere: await endsWell(driver.probe) })),
);
const missing = found.flatMap(({ driver, isThere }) => (isThere ? [] : [driver.language]));
if (missing.length > 0)
  console.warn(`Samples not tried, as this machine cannot run them: ${missing.join(', ')}`);

describe.each(found.filter(({ isThere }) => isThere))('the sample in $driver.language', ({ driver }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-sample-'));
    for (const [sample, place] of Object.entries(driver.samples)) await cp(sample, join(folder, place));
    for (const [name, text] of Object.entries(driver.files)) await writeFile(join(folder, name), text);
    for (const [command = '', ...words] of driver.prepare) await start(command, words);
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = async (command: string, words: readonly string[]): Promise<string> => {
    const { stdout } = await run(command, words, {
      cwd: folder,
      // Java and others read their words in the encoding of the locale, which may name none.
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...driver.environment },
    });
    return stdout.trim();
  };
  const drive = async (...words: readonly string[]): Promise<string> => {
    const [command = '', ...first] = driver.start;
    return start(command, [...first, ...words]);
  };
  const verify = async (cases: Readonly<Record<string, Partial<typeof golden>>>): Promise<unknown> => {
    const words = Object.values(cases).flatMap((changes) => {
      const one = { ...golden, ...changes };
      const bytes = Buffer.from(one.body).toString('base64');
      return [one.id, one.timestamp, one.signature, bytes, one.secret, String(one.now)];
    });
    const answers = (await drive('verify', ...words)).split('\n');
    return Object.fromEntries(Object.keys(cases).map((name, n) => [name, answers[n]]));
  };
  const allOf = (cases: object, answer: string) =>
    Object.fromEntries(Object.keys(cases).map((name) => [name, answer]));

  it('takes genuine callbacks and refuses forged ones', async () => {
    expect(await verify(genuine)).toEqual(allOf(genuine, 'genuine'));
    expect(await verify(forged)).toEqual(allOf(forged, 'refused'));
  });

  it.each(requests)(
    'signs a $method as the gateway does, and leaves Host to the HTTP client, which would refuse or ignore it',
    async ({ method, path, body: sent, signature }) => {
      const key = { keyId: 'mk_test_demo', secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };
      const host = 'gw.example.com';
      const wanted = signRequest({ ...key, method, host, path, body: sent, date: new Date(sentAt * 1000) });
      expect(wanted.authorization).toContain(`signature="${signature}"`);
      const bytes = Buffer.from(sent).toString('base64');
      const said = await drive('sign', key.keyId, key.secret, method, host, path, bytes, String(sentAt));
      const { host: _host, ...headers } = wanted;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      expect(said.split('\n').map(lowerName).toSorted()).toEqual(lines.toSorted());
    },
  );

  it('writes refunds that the gateway accepts as they are meant, and none by a slip', async () => {
    const bodies = (await drive('refund', ...refunds.flatMap(({ words }) => words))).split('\n');
    const read = bodies.map((text) =>
      text === 'refused' ? text : acceptRefund(parsed(Buffer.from(text, 'base64').toString())),
    );
    expect(read).toMatchObject(refunds.map(({ accepted }) => accepted));
    expect(read[0]).not.toHaveProperty('amount');
  });

  it('knows where the money of each event went, and no more', async () => {
    const words = directions.flatMap(([type, status, kind]) => [type, status, kind]);
    expect((await drive('money', ...words)).split('\n')).toEqual(directions.map(([, , , way]) => way));
  });
});

it.each(sampleDrivers.flatMap(({ samples }) => Object.keys(samples)))(
  'docs/integrate.md holds %s word for word',
  async (sample) => {
    const document = await readFile('docs/integrate.md', 'utf8');
    expect(document).toContain(`\n${await readFile(sample, 'utf8')}\`\`\`\n`);
  },
);

it.each(['go/shop.go', 'java/Shop.java', 'node/shop.mjs', 'php/shop.php', 'python/shop.py'])(
  'docs/programs.md holds %s word for word',
  async (program) => {
    const document = await readFile('docs/programs.md', 'utf8');
    expect(document).toContain(`\n${await readFile(`docs/samples/${program}`, 'utf8')}\`\`\`\n`);
  },
);

function webhookSignature(secrets: readonly string[], signed = body): string {
  const keys = secrets.map((one, n) => ({ id: `ck_${n}`, secret: one }));
  const date = new Date(sentAt * 1000);
  return signCallback({ url: 'https://merchant.example.com/hooks', date, body: signed, eventId, keys })[
    'webhook-signature'
  ];
}

function lowerName(line: string): string {
  return line.replace(/^[^:]+/, (name) => name.toLowerCase());
}

async function endsWell([command = '', ...words]: readonly string[]): Promise<boolean> {
  return run(command, words).then(
    () => true,
    () => false,
  );
}
