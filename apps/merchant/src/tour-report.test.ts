import { expect, it } from 'vitest';
import { describeTour, type TourReport } from './tour-report.js';

const report: TourReport = {
  lines: [
    {
      title: 'iDEAL',
      expected: 'success, 0',
      result: { outcome: 'success, 0', isExpected: true, createMs: 24.4, hasCallback: true },
    },
    { title: 'Twice', expected: 'HTTP 400, 108', result: { outcome: 'HTTP 200, 0', isExpected: false } },
  ],
  times: { p50: 23.6, p95: 31.2 },
  measuredCount: 20,
  firstPaidSeconds: 1.26,
  urls: [['API docs', 'http://localhost:3000/docs']],
};

it('sets expected beside actual, and marks what differs', () => {
  expect(describeTour(report)).toEqual([
    '',
    '           expected       actual       create  callback',
    '  ✔ iDEAL  success, 0     success, 0   24 ms   verified',
    '  ✖ Twice  HTTP 400, 108  HTTP 200, 0',
    '',
    '  1 of 2 outcomes as expected.',
    '  One create call: p50 24 ms, p95 31 ms (20, one at a time).',
    '  First paid payment 1.3 s after the start of the tour.',
    '',
    '  API docs  http://localhost:3000/docs',
  ]);
});

it('says so when nothing was paid', () => {
  expect(describeTour({ ...report, firstPaidSeconds: undefined })).toContain(
    '  First paid payment never came.',
  );
});
