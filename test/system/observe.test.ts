import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPrometheus } from '../../scripts/stack/prometheus-programs.js';
import { createCustomer } from '../../tools/demo/customer.js';
import { readDashboards } from '../../tools/observe/read-dashboards.js';
import { servePage } from '../../tools/observe/serve-page.js';
import { idealBody, pixBody } from '../support/bodies.js';
import { createMerchant } from '../support/merchant.js';
import { pixPayout } from '../support/payout-bodies.js';
import { readExpressions } from '../support/read-rules.js';
import { runAdmin } from '../support/run-admin.js';
import { sharedStack } from '../support/stack.js';
import { until } from '../support/until.js';

/**
 * Goal: every expression of rules and dashboards asks for something that there is. Method: traffic, and a real Prometheus
 * that scrapes every second; a comparison counts as answered where it could be made, whatever it says.
 */
const { urls } = sharedStack;
const programs = await findPrometheus();
const why = 'missing' in programs ? `, skipped: ${programs.missing}` : '';

/** What no run as short as this one, and as sound, has: nothing of it is asked for by anything but these. */
const unanswerable = new Set([
  'gateway:approval:usual_1h',
  'ApprovalRateLow',
  'CertificateEnds',
  'NonDeterminism',
  'TemporalRefuses',
]);

const startedAt = Date.now() / 1_000;
let directory: string;
let url: string;
let prometheus: ChildProcess;

describe.skipIf('missing' in programs)(`a Prometheus${why}`, () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-prometheus-'));
    await writeConfiguration();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      'prometheus' in programs ? programs.prometheus : '',
      [
        `--config.file=${join(directory, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(directory, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    await until(
      async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.status,
      (status) => status === 200,
    );
    // It may be ready seconds before it first looks at anybody: what was counted by then would never have grown.
    await until(
      () => ask('count(up == 1)'),
      ([processes]) => processes?.last === '4',
    );
    await sendTraffic();
    await runAdmin('check-ledger', [], { DATABASE_URL: sharedStack.databaseUrls.admin });
    await until(
      () =>
        ask('min(up) + sum(increase(gateway_finals_total[1h])) + sum(gateway_books_difference >= bool 0)'),
      (answer) => answer.length > 0,
    );
  });
  afterAll(async () => {
    prometheus.kill('SIGTERM');
    await once(prometheus, 'exit');
    await rm(directory, { recursive: true, force: true });
  });

  it('reaches every process', async () => {
    expect(await ask('count(up == 1)')).toEqual([expect.objectContaining({ last: '4' })]);
  });

  it.each(readExpressions().filter(({ place }) => !unanswerable.has(place)))(
    'has an answer for $place',
    async ({ expression }) => {
      const answerable = comparing(expression);
      const answer = await until(
        () => ask(answerable),
        (series) => series.some(({ values }) => values.some((value) => value !== 'NaN')),
      );
      expect(answer).not.toEqual([]);
    },
  );

  it('fills the page of npm run observe: every panel has its figures', async () => {
    const folder = 'observe/dashboards';
    const page = await servePage({ port: 0, prometheusUrl: url, folder });
    const titles = (await readDashboards(folder)).flatMap(({ panels }) => panels.map(({ title }) => title));
    const sectionsOf = (text: string) =>
      new Map(
        [...text.matchAll(/<h3>([^<]+)<\/h3>([^]*?)<\/section>/g)].map(([, title, rest]) => [title, rest]),
      );
    const isFilled = (section = '') => /<polyline[^]*<td class="value">[\d.]/.test(section);
    const empty = await until(
      async () => {
        const sections = sectionsOf(await (await fetch(page.url)).text());
        return titles.filter((title) => !isFilled(sections.get(title)));
      },
      (left) => left.length === 0,
    );
    await page.stop();
    expect([titles.length > 40, empty]).toEqual([true, []]);
  });

  it('evaluates every rule without a fault', async () => {
    const { data } = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    };
    const faulty = data.groups.flatMap(({ rules }) => rules).filter(({ health }) => health === 'err');
    expect(faulty).toEqual([]);
  });
});

type Answered = { readonly values: readonly string[]; readonly last: string | undefined };

/** All that an expression was since the start of the run, second by second. */
async function ask(query: string): Promise<readonly Answered[]> {
  const range = { query, start: String(startedAt), end: String(Date.now() / 1_000), step: '1s' };
  const response = await fetch(`${url}/api/v1/query_range?${new URLSearchParams(range).toString()}`);
  const { data, error } = (await response.json()) as {
    data?: { result: { values: [number, string][] }[] };
    error?: string;
  };
  if (!data) throw new Error(`${query}: ${error}`);
  return data.result.map(({ values }) => {
    const texts = values.map(([, value]) => value);
    return { values: texts, last: texts.at(-1) };
  });
}

/** Asked with `bool`, a comparison is 0 or 1 instead of nothing; what is taken away by `unless` is asked for as well. */
function comparing(expression: string): string {
  return expression.replaceAll(/\s(>=|<=|==|!=|>|<)\s/g, ' $1 bool ').replaceAll(/\bunless on/g, 'and on');
}

/** The files of `observe`, at the ports of this stack, every second. */
async function writeConfiguration(): Promise<void> {
  await cp('observe/alerts', join(directory, 'alerts'), { recursive: true });
  for (const name of (await readdir('observe/alerts')).filter((file) => file.endsWith('.yaml'))) {
    const rules = await readFile(join('observe/alerts', name), 'utf8');
    await writeFile(join(directory, 'alerts', name), rules.replaceAll(/interval: \w+/g, 'interval: 1s'));
  }
  const configuration = (await readFile('observe/prometheus.yaml', 'utf8'))
    .replaceAll(/(scrape|evaluation)_interval: \w+/g, '$1_interval: 1s')
    .replace('localhost:3004', hostOf(urls.metrics))
    .replace('localhost:3005', hostOf(urls.checkoutMetrics))
    .replace('localhost:3006', hostOf(urls.workerMetrics))
    .replace('localhost:3007', hostOf(urls.sdkMetrics));
  await writeFile(join(directory, 'prometheus.yaml'), configuration);
}

async function sendTraffic(): Promise<void> {
  const merchant = createMerchant(urls.api);
  for (const sandbox of ['success', 'decline', 'timeout_success', 'success']) {
    const body = idealBody({ sandbox });
    await merchant.post('/v2/payment', body);
    await merchant.untilFinal(body.reference);
  }
  const page = pixBody({ sandbox: 'success' });
  const created = await merchant.post('/v2/payment', page);
  const browser = createCustomer();
  await browser.submit(await browser.open(String(created.body['redirect_url'])), 'pay');
  const payout = pixPayout({ sandbox: 'success' });
  await merchant.post('/v2/payout', payout);
  await merchant.untilFinal(page.reference);
  await merchant.untilFinal(payout.reference, 'payout');
}

const hostOf = (address: string) => new URL(address).host;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
