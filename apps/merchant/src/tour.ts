import { randomBytes } from 'node:crypto';
import { developmentKeyId } from './development-key.js';
import { inLanes } from './in-lanes.js';
import { measureCreates } from './measure-creates.js';
import { createMerchantClient } from './merchant-client.js';
import { playStep, type StepResult, type StepStage } from './play-step.js';
import { settings } from './settings.js';
import { describeTour, type TourLine } from './tour-report.js';
import { tourSteps } from './tour-steps.js';
import { createTourTable } from './tour-table.js';

const measuredCount = 20;
/** Payments under way at a time: enough to see them side by side, few enough to be quick on a small machine. */
const lanesMax = 3;
const measureTitle = `${measuredCount} iDEAL payments, one create call at a time`;

// Started by a parent that may be killed: then nothing of the tour stays behind.
if (process.env['LEASH'] === 'stdin') process.stdin.on('close', () => process.exit(1)).resume();

// The sockets to the API stay open for a while, and the leash for ever.
process.exit(await tour());

/** Drives real traffic through the running stack. Answers 0 only if every outcome was the expected one. */
async function tour(): Promise<number> {
  const { apiUrl, sandboxUrl, secret } = settings;
  const run = randomBytes(4).toString('hex');
  const keyId = developmentKeyId;
  const stage: StepStage = {
    client: createMerchantClient({ apiUrl, keyId, secret }),
    stranger: createMerchantClient({ apiUrl, keyId, secret: randomBytes(32).toString('base64') }),
    sandboxUrl,
    referenceOf: (name) => `tour-${run}-${name}`,
  };
  console.log(`\nReal traffic through ${apiUrl}, references tour-${run}-…\n`);
  const table = createTourTable(process.stdout, [...tourSteps.map(({ title }) => title), measureTitle]);
  const show = (title: string, result: StepResult) =>
    table.update(title, result.isExpected ? 'expected' : 'unexpected', result.outcome);

  const started = performance.now();
  const lines = await inLanes(tourSteps, lanesMax, async (step): Promise<TourLine> => {
    const { title, expected } = step;
    const result = await playStep(stage, step, (words) => table.update(title, 'running', words));
    show(title, result);
    return { title, expected, result };
  });
  const measure = await measureCreates(stage, measuredCount, (words) =>
    table.update(measureTitle, 'running', words),
  );
  show(measureTitle, measure.result);

  const all = [...lines, { title: measureTitle, expected: 'success, 0', result: measure.result }];
  const paid = lines.flatMap(({ result }) => (result.paidAt === undefined ? [] : [result.paidAt - started]));
  const firstPaidSeconds = paid.length > 0 ? Math.min(...paid) / 1_000 : undefined;
  const report = {
    lines: all,
    times: measure.times,
    measuredCount,
    firstPaidSeconds,
    urls: urlsToOpen(lines),
  };
  for (const line of describeTour(report)) console.log(line);
  return all.every(({ result }) => result.isExpected) ? 0 : 1;
}

function urlsToOpen(lines: readonly TourLine[]): readonly (readonly [string, string])[] {
  const { apiUrl, temporalUiUrl, temporalNamespace } = settings;
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
  ];
}
