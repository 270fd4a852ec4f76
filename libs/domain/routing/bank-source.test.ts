import { expect, it } from 'vitest';
import type { BankCodeChallenge, Route } from '../configuration.js';
import { bankSource } from './bank-source.js';

const route = (project: string, bankCodeChallenges: readonly BankCodeChallenge[]): Route => ({
  name: 'main',
  project,
  types: ['payout'],
  methods: 'all',
  mid: 'main',
  priority: 1,
  bankCodeChallenges,
});
const routes = [
  route('bundled', ['bundled_banks']),
  route('provided', ['provider_banks']),
  route('twice', ['bundled_banks', 'provider_banks']),
  route('none', []),
];

it.each([
  ['bundled', 'bundled_banks'],
  ['provided', 'provider_banks'],
  ['twice', 'provider_banks'],
  ['none', 'provider_banks'],
  ['of no project', 'provider_banks'],
])('a route that is %s has %s', (project, source) => {
  expect(bankSource({ routes }, project, { route: 'main' })).toBe(source);
});

it('is that of the route chosen, not of another', () => {
  expect(bankSource({ routes }, 'bundled', { route: 'second' })).toBe('provider_banks');
});
