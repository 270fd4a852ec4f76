import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { measuredPayments } from './measure-creates.js';
import { moneyBackSteps } from './money-back.js';
import { payoutSteps, tourSteps } from './tour-steps.js';
import type { SamplePayment } from './sample-requests.js';

const rows = catalogue
  .filter(({ type }) => type === 'payment')
  .map(({ style, code }) => `${style} ${code}`)
  .toSorted();

function rowOf(payment: SamplePayment): string {
  const request = payment({ reference: 'r', shopUrl: 'https://shop.example.com' });
  return request.widget ? `hpp ${request.widget.method}` : `h2h ${request.method}`;
}

it('pays by every payin row of the catalogue (specification §2.1)', () => {
  const paid = tourSteps.filter(({ expected }) => expected === 'success, 0');
  expect([...new Set(paid.map(({ payment }) => rowOf(payment)))].toSorted()).toEqual(rows);
});

it('pays out by every payout row of the catalogue (specification §2.10)', () => {
  const paid = payoutSteps.filter(({ expected }) => expected === 'success, 0');
  const methods = paid.map(({ payout, name }) => payout({ reference: name, shopUrl: '' }).method);
  const payouts = catalogue.filter(({ type }) => type === 'payout').map(({ code }) => code);
  expect([...new Set(methods)].toSorted()).toEqual(payouts.toSorted());
});

it('measures each payin row once', () => {
  expect(measuredPayments.map(rowOf).toSorted()).toEqual(rows);
});

it('has each name once, and the steps of a group side by side', () => {
  const steps = [...tourSteps, ...payoutSteps, ...moneyBackSteps];
  const names = steps.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const groups = steps.map(({ group }) => group);
  const runs = groups.filter((group, index) => group !== groups[index - 1]);
  expect(new Set(runs).size).toBe(runs.length);
});
