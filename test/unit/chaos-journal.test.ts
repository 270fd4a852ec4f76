import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal } from '../chaos/read-journal.js';
import { countStillToFollow } from '../chaos/still-to-follow.js';

/** Goal: the provider's journal is read as it stands, in its own words. Method: files of a few facts. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-journal-'));
});
afterAll(() => rm(folder, { recursive: true }));

const opened = { account: 'acct_demo', openedAt: '2026-01-01T12:00:00.000Z' };
const charge = { ...opened, order: 'p-1', after: { name: 'provider_refund_part' } };
const refund = {
  ...opened,
  id: 'rf_1',
  order: 'r-1',
  of: 'p-1',
  endsAt: opened.openedAt,
  scenario: 'late_failure',
};
const paid = [
  { fact: 'opened', charge },
  { fact: 'ended', order: 'p-1', end: { state: 'CAPTURED', capturedValue: '10.00' } },
];
const paidBack = [
  { fact: 'refund_opened', refund },
  { fact: 'refund_ended', refund: 'rf_1', end: { state: 'PAID_BACK', paidBackValue: '4.00' } },
];
const bounced = { fact: 'refund_bounced', refund: 'rf_1', at: opened.openedAt };
const corrected = {
  fact: 'corrected',
  correction: { id: 'rf_2', kind: 'PANEL_REFUND', about: 'p-1', value: '3.00' },
};
const notified = (order: string, copy: number, delivered = true) => ({
  fact: 'notified',
  order,
  copy,
  delivered,
});

async function written(facts: readonly object[]): Promise<string> {
  const file = join(folder, 'journal.ndjson');
  await writeFile(file, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
  return file;
}

describe('the journal of the provider', () => {
  it('has refunds by their own id, with what went back and what came back in its order', async () => {
    const facts = [...paid, ...paidBack, bounced, corrected, notified('rf_1', 1), notified('rf_2', 0, false)];
    const { orders, corrections, givenBack } = await readJournal(await written(facts));
    expect(orders).toMatchObject([
      { kind: 'charge', identifier: 'p', isPaid: true, moved: '10.00' },
      {
        kind: 'refund',
        identifier: 'r',
        order: 'r-1',
        of: 'p-1',
        isPaid: true,
        moved: '4.00',
        hasComeBack: true,
        isOnHold: false,
      },
    ]);
    expect(corrections).toEqual([
      { kind: 'returned', identifier: 'r', order: 'r-1', amount: '4.00', key: undefined, isTold: true },
      { kind: 'provider_refund', identifier: 'p', order: 'p-1', amount: '3.00', key: 'rf_2', isTold: false },
    ]);
    expect(givenBack).toEqual([4, -4, 3].map((amount) => ({ charge: 'p-1', amount })));
  });

  it('tells two refunds apart that its account knows by one reference', async () => {
    const again = { fact: 'refund_opened', refund: { ...refund, id: 'rf_3' } };
    const { orders } = await readJournal(await written([...paid, ...paidBack, again]));
    expect(orders.map(({ order, end }) => [order, end])).toEqual([
      ['p-1', 'CAPTURED'],
      ['r-1', 'PAID_BACK'],
      ['r-1', undefined],
    ]);
  });

  it('says what is still to follow', async () => {
    const steps = [...paid, ...paidBack, bounced, notified('rf_1', 1), corrected, notified('rf_2', 0)];
    const counts: number[] = [];
    for (let length = 0; length <= steps.length; length += 1)
      counts.push(await countStillToFollow(await written(steps.slice(0, length))));
    expect(counts).toEqual([0, 0, 1, 1, 2, 2, 1, 1, 0]);
  });
});
