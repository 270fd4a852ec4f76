import { expect, it } from 'vitest';
import { describeFuzz } from '../fuzz/fuzz-report.js';
import { runFuzz } from '../fuzz/run-fuzz.js';
import { patient } from '../stack/patience.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: no request, however it is damaged, gets an answer that the contract does not know, registers what it was refused
 * or leaves a card's digits anywhere. Method: the short form of `npm run fuzz`; docs/fuzz.md says what it checks.
 */
const { urls, databaseUrl, temporalAddress, directory } = sharedStack;
const options = { seed: 20, requests: 500 } as const;
/** The tests' own configuration says so. */
const deadlineMs = 3_000;
const lanes = 4;
const limitMs = patient(5 * 60_000);

it(
  'answers every damaged request by the contract, and nothing is left of it',
  async () => {
    const target = { databaseUrl, temporalAddress, directory, deadlineMs, lanes };
    const report = await runFuzz({ ...target, apiUrl: urls.api, sandboxUrl: urls.sandbox }, options);
    const said = describeFuzz(report).join('\n');
    expect(report.violations.length === 0 ? '' : said).toBe('');
    // Otherwise nothing was tried.
    expect(report.seen.accepted.length).toBeGreaterThan(20);
    expect(report.seen.errors.size).toBeGreaterThan(8);
  },
  limitMs,
);
