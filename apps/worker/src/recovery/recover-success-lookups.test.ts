import { expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { createQuotas } from './recover-success-lookups.js';

const mids = { slow: { requestsPerSecondMax: 1 }, quick: { requestsPerSecondMax: 100 }, free: {} };
const quotas = () => createQuotas(() => ({ mids }) as unknown as Configuration);
const asked = ['slow', 'quick', 'free', 'gone'];

it('questions about successful payments get a share of the rate of their MID, and a bound where it has none', () => {
  const share = quotas();
  const taken = Array.from({ length: 8 }, () => share(asked, 1));
  const sum = (mid: string) => taken.reduce((total, turn) => total + (turn.get(mid) ?? 0), 0);
  expect(asked.map(sum)).toEqual([2, 200, 200, 200]);
  expect(taken.map((turn) => turn.get('slow'))).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
});

it('nothing is saved up while a worker stood still', () => {
  expect([...quotas()(asked, 3_600).values()]).toEqual([1, 25, 25, 25]);
});
