import { randomBytes } from 'node:crypto';
import { createGatewayClient } from '#client/gateway-client';
import { developmentKeyId, poorKeyId } from './development-key.js';
import { compareLists, listTitles } from './compare-lists.js';
import { inLanes } from './in-lanes.js';
import { asExpected, measureCreates, measuredPayments } from './measure-creates.js';
import { moneyBackSteps } from './money-back.js';
import { reconcileDay, reconcileTitles } from './reconcile-day.js';
import { payoutSteps, tourSteps, type TourStep } from './tour-steps.js';
import { playStep } from './play-step.js';
import type { StepResult, StepStage } from './step.js';
import { settings } from './settings.js';
import { describeTour, type TourLine } from './tour-report.js';
import { createTourTable } from './tour-table.js';
import { balanceTitle, watchBalance } from './watch-balance.js';

const measuredEach = 5;
/** Payments and payouts under way at a time: enough to see them side by side, few enough to be quick on a small machine. */
const lanesMax = 3;
const measureTitle = {
  group: 'Create call',
  title: `${measuredEach} by each of ${measuredPayments.length} methods, one at a time`,
};

// Started by a parent that may be killed: then nothing of the tour stays behind.
if (process.env['LEASH'] === 'stdin') process.stdin.on('close', () => process.exit(1)).resume();

// The sockets to the API stay open for a while, and the leash for ever.
process.exit(await tour());

/** Drives real traffic through the running stack. Answers 0 only if every outcome was the expected one. */
async function tour(): Promise<number> {
  const { apiUrl, sandboxUrl, secret } = settings;
  const baseUrl = apiUrl;
  const run = randomBytes(4).toString('hex');
  const keyId = developmentKeyId;
  const stage: StepStage = {
    client: createGatewayClient({ baseUrl, keyId, secret }),
    stranger: createGatewayClient({ baseUrl, keyId, secret: randomBytes(32).toString('base64') }),
    poor: createGatewayClient({ baseUrl, keyId: poorKeyId, secret }),
    sandboxUrl,
    referenceOf: (name) => `tour-${run}-${name}`,
  };
  console.log(`\nReal traffic through ${apiUrl}, references tour-${run}-…\n`);
  const steps = [...tourSteps, ...payoutSteps, ...moneyBackSteps];
  const table = createTourTable(
    process.stdout,
    [...steps, balanceTitle, ...listTitles, measureTitle, ...reconcileTitles].map(shown),
  );
  const show = (line: Titles, result: StepResult) =>
    table.update(shown(line), result.isExpected ? 'expected' : 'unexpected', result.outcome);

  const compareBalance = await watchBalance(stage.client);
  const started = performance.now();
  const lines = await inLanes(steps, lanesMax, async (step): Promise<TourLine & { reference: string }> => {
    const { group, title, expected } = step;
    const result = await playStep(stage, step, (words) => table.update(shown(step), 'running', words));
    show(step, result);
    return { group, title, expected, result, reference: stage.referenceOf(step.name) };
  });
  const balance = await compareBalance(payoutSteps);
  show(balanceTitle, balance.result);
  const referencesOf = (which: (result: StepResult) => boolean) =>
    lines.filter(({ result }) => which(result)).map(({ reference }) => reference);
  const lists = await compareLists(stage.client, {
    all: referencesOf(({ identifier }) => identifier !== undefined),
    delivered: referencesOf(({ hasCallback }) => hasCallback === true),
    shopUrl: `${sandboxUrl}/merchant`,
  });
  for (const line of lists) show(line, line.result);
  const measure = await measureCreates(stage, measuredEach, lanesMax, (words) =>
    table.update(shown(measureTitle), 'running', words),
  );
  show(measureTitle, measure.result);
  const reconciled = await reconcileDay();
  for (const line of reconciled) show(line, line.result);

  const all = [
    ...lines,
    balance,
    ...lists,
    { ...measureTitle, expected: asExpected, result: measure.result },
    ...reconciled,
  ];
  const paid = lines.flatMap(({ result }) => (result.paidAt === undefined ? [] : [result.paidAt - started]));
  const firstPaidSeconds = paid.length > 0 ? Math.min(...paid) / 1_000 : undefined;
  const report = {
    lines: all,
    times: measure.times,
    firstPaidSeconds,
    urls: urlsToOpen(lines),
  };
  for (const line of describeTour(report)) console.log(line);
  return all.every(({ result }) => result.isExpected) ? 0 : 1;
}

type Titles = Pick<TourStep, 'group' | 'title'>;

function shown({ group, title }: Titles): string {
  return `${group}: ${title}`;
}

function urlsToOpen(lines: readonly TourLine[]): readonly (readonly [string, string])[] {
  const { apiUrl, staffUrl, temporalUiUrl, temporalNamespace } = settings;
  const flows = `${temporalUiUrl}/namespaces/${temporalNamespace}/workflows`;
  const page = lines.find(({ result }) => result.hostedPageUrl !== undefined)?.result.hostedPageUrl;
  const identifier = lines.find(({ result }) => result.identifier !== undefined)?.result.identifier;
  return [
    ['API documentation', `${apiUrl}/docs`],
    ...(page === undefined ? [] : [['A hosted page, yours to pay', page] as const]),
    ...(identifier === undefined
      ? []
      : [
          [
            'One payment in the Temporal UI',
            `${flows}/${encodeURIComponent(`payment/${identifier}`)}`,
          ] as const,
        ]),
    ['The day and its differences, for finance', `${staffUrl}/finance`],
  ];
}
