import { expect, it } from 'vitest';
import { keepFor } from './keep-for.js';

/** Goal: who asks often costs no more than who asks once. */
const long = 60_000;

it('asks once for all who ask within its time', async () => {
  let asked = 0;
  const answer = keepFor(long, () => Promise.resolve((asked += 1)));
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
  expect(await answer()).toBe(1);
});

it('asks anew when its time is over', async () => {
  let asked = 0;
  const answer = keepFor(-1, () => Promise.resolve((asked += 1)));
  expect([await answer(), await answer()]).toEqual([1, 2]);
});

it('keeps no failure', async () => {
  let asked = 0;
  const answer = keepFor(long, () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('out of reach')) : Promise.resolve('there');
  });
  await expect(answer()).rejects.toThrow('out of reach');
  expect(await answer()).toBe('there');
});
