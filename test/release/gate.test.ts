import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeGate } from '../chaos/gate-report.js';
import { runGate } from '../chaos/run-gate.js';
import { patient } from '../stack/patience.js';
import { copyWithChangesOf, type ChangedCopy } from '../stack/changed-copy.js';
import { quietTools } from '../stack/quiet-tools.js';

/**
 * Goal: a release with a new schema takes over from this one under traffic, and is taken back, and no transaction that was
 * open ends otherwise. Method: the short form of `npm run gate`; the next release is a copy with the change of
 * docs/adding-a-field.md, which has a migration.
 */
const transactions = 36;
const limitMs = patient(15 * 60_000);
const portOffset = Number(process.env['TEST_PORT_OFFSET'] ?? 5_000) + 2_500;
let next: ChangedCopy;

beforeAll(async () => {
  next = copyWithChangesOf(['docs/adding-a-field.md']);
  await next.build();
}, patient(300_000));
afterAll(() => next.remove());

it(
  'passes with what is open in every state',
  async () => {
    const report = await runGate(quietTools, { seed: 4, transactions, portOffset, next: next.folder });
    expect(report.run.violations.length === 0 ? '' : describeGate(report).join('\n')).toBe('');
    expect(report.openThen).toBe(transactions);
    // Two apis, two workers and the checkout.
    expect(report.onNewerSchema).toBe(5);
    expect(report.replayed.release).toMatchObject({ stuck: [] });
    expect(report.replayed.rollback.histories).toBeGreaterThan(30);
  },
  limitMs,
);
