import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#persistence/database';
import { writeOffDifference } from '#persistence/statements/decide-difference';
import { findPrometheus } from '../../scripts/stack/prometheus-programs.js';
import { createCustomer } from '../../tools/demo/customer.js';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { decisionOn, importLines, newMid, unknownLine } from '../fakes/statements.js';
import { readExpressions } from '../../tools/generate/read-rules.js';
import { runAdmin } from '../stack/run-admin.js';
import { runPrometheus, type Prometheus } from '../witnesses/run-prometheus.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

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
  'Gateway: workers: Limit of creates while overloaded',
]);

let prometheus: Prometheus;
const ask = (query: string) => prometheus.ask(query);

describe.skipIf('missing' in programs)(`a Prometheus${why}`, () => {
  beforeAll(async () => {
    if ('missing' in programs) return;
    prometheus = await runPrometheus(programs.prometheus, urls);
    await sendTraffic();
    await writeOffLine();
    await runAdmin(['ledger', 'check'], { DATABASE_URL: sharedStack.databaseUrls.admin });
    await until(
      () =>
        ask('min(up) + sum(increase(gateway_finals_total[1h])) + sum(gateway_books_difference >= bool 0)'),
      (answer) => answer.length > 0,
    );
  });
  afterAll(() => prometheus.stop());

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

  it('evaluates every rule without a fault', async () => {
    const { data } = (await (await fetch(`${prometheus.url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    };
    const faulty = data.groups.flatMap(({ rules }) => rules).filter(({ health }) => health === 'err');
    expect(faulty).toEqual([]);
  });
});

/** Asked with `bool`, a comparison is 0 or 1 instead of nothing; what is taken away by `unless` is asked for as well. */
function comparing(expression: string): string {
  return expression.replaceAll(/\s(>=|<=|==|!=|>|<)\s/g, ' $1 bool ').replaceAll(/\bunless on/g, 'and on');
}

async function sendTraffic(): Promise<void> {
  const merchant = createMerchant(urls.api);
  for (const sandbox of ['success', 'decline', 'timeout_success', 'timeout_lost', 'success']) {
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

/** A statement that has been read, with a difference that is over: nothing is left open for the other tests of this stack. */
async function writeOffLine(): Promise<void> {
  const finance = await createDatabase({
    url: sharedStack.databaseUrls.finance,
    applicationName: 'observe test',
    poolSize: 2,
  }).initialize();
  const mid = newMid();
  await importLines(finance, [unknownLine('8.00')], { mid });
  const [row] = await finance.sql<{ id: string }[]>`select id from differences where account = ${mid}`;
  for (const operator of ['ada', 'grace'])
    await writeOffDifference(finance, decisionOn(row?.id ?? 'none', operator));
  await finance.destroy();
}
