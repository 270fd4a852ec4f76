import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMerchantSystem } from '../testing/merchant-system.js';
import { refundSystem } from '../testing/refund-system.js';
import { sandboxSecret, startSandbox, type RunningSandbox } from '../testing/sandbox-system.js';

const patience = { timeout: 8_000, interval: 10 };
let merchant: Awaited<ReturnType<typeof startMerchantSystem>>;
let folder: string;
let sandbox: RunningSandbox;

const { pay, refund, lookUp, lookUpCharge, journal, panel } = refundSystem(() => sandbox, {
  notifyUrl: () => merchant.url,
});
const corrections = (reference: string) =>
  merchant.received
    .map(({ body }) => body)
    .filter((body) => body.order === `${reference}-1` && body.correction !== undefined);
const after = (name: string, delay_ms = 20) => ({
  simulate: { scenario: 'at_once', delay_ms, after: name },
});
const payOut = (reference: string, fields: Record<string, unknown>) =>
  sandbox.call('POST', '/credits', {
    order: `${reference}-1`,
    value: '5001',
    iso: 'CLP',
    rail: 'PIX',
    notify_url: merchant.url,
    ...fields,
  });

beforeAll(async () => {
  merchant = await startMerchantSystem(sandboxSecret);
});
afterAll(() => merchant.close());
beforeEach(async () => {
  merchant.received.splice(0);
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox(folder);
});
afterEach(() => sandbox.close());

describe('what follows the success of a charge (contract §15.9)', () => {
  it.each([
    ['chargeback', 'CLAWBACK', 'chargeback', '10.00'],
    ['provider_refund', 'PANEL_REFUND', 'panel_refund', '10.00'],
    ['provider_refund_part', 'PANEL_REFUND', 'panel_refund', '5.00'],
  ])('%s: the charge stays captured, and %s is told and shown', async (name, kind, entry, value) => {
    await pay(name, after(name));
    await vi.waitFor(() => expect(corrections(name)).toMatchObject([{ kind, value, iso: 'EUR' }]), patience);
    const { notification: _, ...told } = corrections(name)[0] ?? {};
    expect(await lookUpCharge(name)).toMatchObject({ state: 'CAPTURED', corrections: [told] });
    expect(await journal(`identifier=${name}`)).toMatchObject([
      { kind: 'charge', amount: '10.00', status: 'success', account: 'acct_demo' },
      { kind: entry, amount: value, status: 'success', identifier: name, account: 'acct_demo' },
    ]);
  });

  it('inquiry: the bank asks, and no money moves', async () => {
    await pay('asked', after('inquiry'));
    await vi.waitFor(() => expect(corrections('asked')).toMatchObject([{ kind: 'QUERY' }]), patience);
    expect(corrections('asked')[0]).toMatchObject({ answer_by: expect.stringMatching(/Z$/) });
    expect(await journal('identifier=asked')).toHaveLength(1);
  });

  it('chargeback_won: taken, then given back, in one dossier', async () => {
    await pay('won', after('chargeback_won'));
    await vi.waitFor(() => expect(corrections('won')).toHaveLength(2), patience);
    const [taken, lifted] = corrections('won');
    expect([taken?.kind, lifted?.kind]).toEqual(['CLAWBACK', 'CLAWBACK_LIFTED']);
    expect(lifted?.dossier).toBe(taken?.dossier);
    expect(lifted?.correction).not.toBe(taken?.correction);
    expect((await journal('payment=won')).map(({ kind }) => kind)).toEqual([
      'charge',
      'chargeback',
      'chargeback_won',
    ]);
  });

  it('comes after a page that the payer approves, and never after a refusal', async () => {
    await pay('approved', { instrument: 'PAYID', simulate: { delay_ms: 20, after: 'chargeback' } });
    await pay('declined', { simulate: { scenario: 'decline', delay_ms: 20, after: 'chargeback' } });
    const body = new URLSearchParams({ action: 'approve' });
    await fetch(`${sandbox.base}/instructions/approved-1`, { method: 'POST', body, redirect: 'manual' });
    await vi.waitFor(() => expect(corrections('approved')).toHaveLength(1), patience);
    expect(corrections('declined')).toEqual([]);
  });

  it.each(['returned', 'no_such'])('%s is refused by name', async (name) => {
    expect((await pay('wrong', after(name))).json()).toEqual({ fault: 'INVALID_FIELD', field: 'after' });
  });

  it('goes on after a new start, and tells nothing twice', async () => {
    await pay('survivor', after('chargeback_won', 400));
    await vi.waitFor(() => expect(corrections('survivor')).toHaveLength(1), patience);
    const copy = mkdtempSync(join(tmpdir(), 'sandbox-'));
    cpSync(folder, copy, { recursive: true });
    await sandbox.close();

    sandbox = await startSandbox(copy);
    await vi.waitFor(async () => expect(await journal('identifier=survivor')).toHaveLength(3), patience);
    await vi.waitFor(
      () => expect(new Set(corrections('survivor').map(({ correction }) => correction)).size).toBe(2),
      patience,
    );
  });
});

describe('what follows the success of a credit', () => {
  it.each([
    ['returned', '5001'],
    ['returned_part', '2500'],
  ])('%s: %s CLP come back', async (name, value) => {
    await payOut(name, after(name));
    await vi.waitFor(() => expect(corrections(name)).toMatchObject([{ kind: 'BOUNCE', value }]), patience);
    const found = await sandbox.call('GET', `/credits/${name}-1`);
    expect(found.json()).toMatchObject({ state: 'CREDITED', corrections: [{ kind: 'BOUNCE' }] });
    expect(await journal(`identifier=${name}`)).toMatchObject([
      { kind: 'credit', status: 'success' },
      { kind: 'reversal', status: 'success', amount: value },
    ]);
  });

  it('returned_twice: one fact, told in two notifications', async () => {
    await payOut('twice', after('returned_twice'));
    await vi.waitFor(() => expect(corrections('twice')).toHaveLength(2), patience);
    const [first, second] = corrections('twice');
    expect(second?.correction).toBe(first?.correction);
    expect(second?.notification).not.toBe(first?.notification);
    expect(await journal('identifier=twice')).toHaveLength(2);
  });

  it('chargeback is refused by name', async () => {
    const answer = await payOut('wrong', after('chargeback'));
    expect(answer.json()).toEqual({ fault: 'INVALID_FIELD', field: 'after' });
  });
});

describe('the panel', () => {
  it.each(['refund', 'chargeback', 'chargeback-won', 'inquiry', 'return'])(
    '%s needs an order that exists',
    async (what) => {
      expect((await panel(what, { reference: 'never-1' })).status).toBe(404);
      expect((await panel(what, { reference: 'never-1', again: true })).status).toBe(404);
      expect((await panel(what, { reference: 'never-1', amount: 'all' })).status).toBe(422);
    },
  );

  it('tells the last one again, under its own key', async () => {
    await pay('paid');
    expect((await panel('chargeback', { reference: 'paid-1', again: true })).status).toBe(404);
    const [half, rest] = [
      (await panel('chargeback', { reference: 'paid-1', amount: '5' })).json(),
      (await panel('chargeback', { reference: 'paid-1', amount: '2' })).json(),
    ];
    expect((await panel('chargeback', { reference: 'paid-1', again: true })).json()).toEqual(rest);
    await vi.waitFor(() => expect(corrections('paid')).toHaveLength(3), patience);
    const told = corrections('paid').map(({ correction }) => correction);
    expect(told.filter((one) => one === half.correction)).toHaveLength(1);
    expect(told.filter((one) => one === rest.correction)).toHaveLength(2);
    expect(await journal('payment=paid')).toHaveLength(3);
  });

  it('wins back the last chargeback when no amount is named', async () => {
    await pay('paid');
    await panel('chargeback', { reference: 'paid-1', amount: '5' });
    expect((await panel('chargeback-won', { reference: 'paid-1' })).json()).toMatchObject({ value: '5' });
  });

  it('charges back what was declined, and what was refunded', async () => {
    await pay('declined', { simulate: { scenario: 'decline', delay_ms: 0 } });
    await pay('paid');
    await refund('whole', 'paid', { value: '10', simulate: { scenario: 'at_once' } });
    for (const reference of ['declined-1', 'paid-1']) {
      expect((await panel('chargeback', { reference })).json()).toMatchObject({ value: '10.00' });
    }
    expect((await panel('refund', { reference: 'declined-1' })).status).toBe(409);
  });

  it('returns a refund in part, and that part can be refunded again', async () => {
    await pay('paid');
    await refund('whole', 'paid', { value: '10', simulate: { scenario: 'at_once' } });
    expect((await panel('return', { reference: 'whole-1', amount: '4.50' })).status).toBe(200);
    await vi.waitFor(() => expect(corrections('whole')).toMatchObject([{ kind: 'BOUNCE' }]), patience);
    expect(await lookUp('whole-1')).toMatchObject({ state: 'PAID_BACK', corrections: [{ value: '4.50' }] });
    expect(await journal('identifier=whole')).toMatchObject([
      { kind: 'refund', payment: 'paid' },
      { kind: 'reversal', payment: 'paid', amount: '4.50' },
    ]);
    expect(await refund('again', 'paid')).toMatchObject({ status: 201 });
    expect(await refund('too-much', 'paid', { value: '0.01' })).toMatchObject({ status: 409 });
  });
});
