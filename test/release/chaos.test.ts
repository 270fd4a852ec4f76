import { expect, it } from 'vitest';
import { copyWithDefect, defects } from '../chaos/chaos-defects.js';
import { describeChaos } from '../chaos/chaos-report.js';
import { runChaos } from '../chaos/run-chaos.js';
import { patient } from '../stack/patience.js';
import { quietTools } from '../stack/quiet-tools.js';

/**
 * Goal: no crash, freeze or cut of any part loses or doubles a payment, payout or refund, or ends one otherwise
 * than the provider did. Method: the short form of `npm run chaos` on a system of its own; docs/chaos.md says what it checks.
 */
const run = {
  seed: 12,
  minutes: 0.3,
  transactions: 70,
  faults: 5,
  crashes: 3,
  freezes: 0,
  hung: 0,
  temporal: 'sqlite',
  provider: 'sandbox',
} as const;
const portOffset = Number(process.env['TEST_PORT_OFFSET'] ?? 5_000) + 2_600;
const limitMs = patient(12 * 60_000);

it.each(Object.keys(defects))('%s can still be planted', { timeout: patient(300_000) }, (name) => {
  expect(() => copyWithDefect(name).remove()).not.toThrow();
});

it(
  'survives a short run of chaos without a violation',
  async () => {
    const report = await runChaos(quietTools, { ...run, portOffset });
    const said = describeChaos(report).join('\n');
    expect(report.violations.length === 0 ? '' : said).toBe('');
    expect(report.transactions).toBe(run.transactions);
    expect(report.faults).toHaveLength(run.faults);
  },
  limitMs,
);
