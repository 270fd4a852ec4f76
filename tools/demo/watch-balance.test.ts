import { expect, it } from 'vitest';
import { payoutSteps } from './tour-steps.js';
import { watchBalance } from './watch-balance.js';

function answering(...available: readonly string[]) {
  const left = [...available];
  const balance = () => {
    const next = left.shift();
    if (next === undefined) return Promise.reject(new Error('no answer'));
    return Promise.resolve({
      balances: [{ currency: 'NGN', available: next, reserved: '0.00' }],
      timestamp: '',
    });
  };
  return { balance };
}

it('expects the balance to be less by the payouts that succeed', async () => {
  const compare = await watchBalance(answering('30000.05', '10000.05'));
  expect(await compare(payoutSteps)).toEqual({
    group: 'Balance',
    title: 'NGN, 30000.05 before the payouts',
    expected: '10000.05',
    result: { outcome: '10000.05', isExpected: true },
  });
});

it.each([
  ['another balance', ['20000.00', '15000.00'], { outcome: '15000.00', isExpected: false }],
  ['no balance at the end', ['20000.00'], { outcome: 'no answer', isExpected: false }],
  ['no balance at all', [], { outcome: 'no answer', isExpected: false }],
])('says so when it sees %s', async (_, available, result) => {
  const compare = await watchBalance(answering(...available));
  expect(await compare(payoutSteps)).toMatchObject({ result });
});
