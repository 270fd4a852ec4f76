import { expect, it } from 'vitest';
import { describeTour, type TourReport } from './tour-report.js';

const report: TourReport = {
  lines: [
    {
      group: 'iDEAL',
      title: 'approved',
      expected: 'success, 0',
      result: { outcome: 'success, 0', isExpected: true, createMs: 24.4, hasCallback: true },
    },
    {
      group: 'iDEAL',
      title: 'sent twice',
      expected: 'HTTP 400, 108',
      result: { outcome: 'HTTP 200, 0', isExpected: false },
    },
    {
      group: 'Payout',
      title: 'refused',
      expected: 'HTTP 400, 1',
      result: { outcome: 'HTTP 400, 1', isExpected: true },
    },
    {
      group: 'Balance',
      title: 'NGN',
      expected: '90.00',
      result: { outcome: '90.00', isExpected: true },
    },
  ],
  times: [
    { method: 'ideal', style: 'h2h', durations: [23.6, 20, 31.2] },
    { method: 'pix', style: 'hpp', durations: [12] },
    { method: 'card', style: 'hpp', durations: [14] },
  ],
  firstPaidSeconds: 1.26,
  urls: [['API docs', 'http://localhost:3000/docs']],
};

it('sets expected beside actual, and marks what differs', () => {
  expect(describeTour(report)).toEqual([
    '',
    '                         expected       actual       create  callback',
    '  ✔ iDEAL    approved    success, 0     success, 0   24 ms   verified',
    '  ✖          sent twice  HTTP 400, 108  HTTP 200, 0',
    '  ✔ Payout   refused     HTTP 400, 1    HTTP 400, 1',
    '  ✔ Balance  NGN         90.00          90.00',
    '',
    '  3 of 4 outcomes as expected.',
    '  One create call: p50 20 ms, p95 31 ms (5, one at a time).',
    '    p50 in ms, server to server: ideal 24',
    '    p50 in ms, hosted page: pix 12, card 14',
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
