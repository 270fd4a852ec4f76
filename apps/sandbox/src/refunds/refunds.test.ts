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

const { pay, refund, lookUp, list, journal, panel } = refundSystem(() => sandbox, {
  notifyUrl: () => merchant.url,
});
const simulate = (scenario: string) => ({ simulate: { scenario, delay_ms: 20 } });
const notified = (reference: string) =>
  merchant.received.filter(({ body }) => body.order === `${reference}-1`);
const statesOf = (reference: string) => notified(reference).map(({ body }) => body.state);

beforeAll(async () => {
  merchant = await startMerchantSystem(sandboxSecret);
});
afterAll(() => merchant.close());
beforeEach(async () => {
  merchant.received.splice(0);
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox(folder);
  await pay('paid');
});
afterEach(() => sandbox.close());

describe('a refund under a scenario (contract §15.9)', () => {
  it.each([
    ['success', 'PAID_BACK', 'success'],
    ['decline', 'REFUSED', 'declined'],
    ['error', 'FAULT', 'declined'],
  ])('%s: accepted, then %s by a signed callback', async (scenario, state, status) => {
    const answer = await refund(scenario, 'paid', simulate(scenario));
    expect([answer.status, answer.json().state]).toEqual([201, 'ACCEPTED']);
    await vi.waitFor(() => expect(notified(scenario)).toHaveLength(1), patience);
    expect(notified(scenario)[0]).toMatchObject({ signed: true, body: { state, of: 'paid-1' } });
    expect(await lookUp(`${scenario}-1`)).toMatchObject({ state, corrections: [] });
    const entry = { kind: 'refund', identifier: scenario, payment: 'paid', account: 'acct_demo' };
    expect(await journal(`identifier=${scenario}`)).toMatchObject([
      { ...entry, reference: `${scenario}-1`, amount: '4.50', currency: 'EUR', status },
    ]);
  });

  it('none: succeeds by callback', async () => {
    await refund('plain', 'paid');
    await vi.waitFor(() => expect(statesOf('plain')).toEqual(['PAID_BACK']), patience);
  });

  it.each(['reset', 'http_500', 'garbage'])(
    '%s: no readable answer, and the money goes back',
    async (scenario) => {
      await refund(scenario, 'paid', simulate(scenario)).catch(() => undefined);
      await vi.waitFor(() => expect(statesOf(scenario)).toEqual(['PAID_BACK']), patience);
      expect(await journal(`identifier=${scenario}`)).toMatchObject([{ status: 'success' }]);
    },
  );

  it.each([
    ['timeout_success', 'PAID_BACK'],
    ['timeout_decline', 'REFUSED'],
  ])('%s: no answer, and after the silence %s', async (scenario, state) => {
    await expect(refund(scenario, 'paid', simulate(scenario), 200)).rejects.toThrow(/timeout/);
    expect(await lookUp(`${scenario}-1`)).toMatchObject({ state: 'ACCEPTED' });
    await vi.waitFor(() => expect(statesOf(scenario)).toEqual([state]), patience);
  });

  it('timeout_lost: never arrives', async () => {
    await expect(refund('lost', 'paid', simulate('timeout_lost'), 200)).rejects.toThrow(/timeout/);
    expect(await lookUp('lost-1')).toEqual({ fault: 'UNKNOWN_ORDER' });
    expect(await journal('identifier=lost')).toEqual([]);
  });

  it('at_once: the answer is already final; early_callback: the callback comes before it', async () => {
    expect((await refund('at-once', 'paid', simulate('at_once'))).json()).toMatchObject({
      state: 'PAID_BACK',
      paid_back_value: '4.50',
    });
    const answer = await refund('early', 'paid', simulate('early_callback'));
    expect(notified('early')).toHaveLength(1);
    expect(answer.json()).toMatchObject({ state: 'ACCEPTED' });
  });

  it('duplicate_callback: five equal callbacks', async () => {
    await refund('five', 'paid', simulate('duplicate_callback'));
    await vi.waitFor(() => expect(notified('five')).toHaveLength(5), patience);
    expect(new Set(notified('five').map(({ text }) => text)).size).toBe(1);
  });

  it('no_callback and unsigned_callback are what they say', async () => {
    await refund('mute', 'paid', simulate('no_callback'));
    await refund('unsigned', 'paid', simulate('unsigned_callback'));
    await vi.waitFor(() => expect(notified('unsigned')).toMatchObject([{ signed: false }]), patience);
    await vi.waitFor(
      async () => expect(await lookUp('mute-1')).toMatchObject({ state: 'PAID_BACK' }),
      patience,
    );
    expect(notified('mute')).toEqual([]);
  });

  it('wrong_amount: half goes back', async () => {
    await refund('amount', 'paid', { value: '4.51', ...simulate('wrong_amount') });
    await vi.waitFor(() => expect(notified('amount')[0]?.body.paid_back_value).toBe('2.25'), patience);
    expect(await journal('identifier=amount')).toMatchObject([{ amount: '2.25', status: 'success' }]);
  });

  it('needs_attention: on hold, without an end', async () => {
    expect((await refund('held', 'paid', simulate('needs_attention'))).json()).toMatchObject({
      state: 'ON_HOLD',
    });
    expect(await lookUp('held-1')).toMatchObject({ state: 'ON_HOLD' });
    expect(await journal('identifier=held')).toMatchObject([{ status: 'pending' }]);
  });

  it.each(['contradictory_callback', 'late_failure'])(
    '%s: paid back, then the money comes back, and is there to be refunded again',
    async (scenario) => {
      await refund('back', 'paid', { value: '10', ...simulate(scenario) });
      await vi.waitFor(() => expect(statesOf('back')).toEqual(['PAID_BACK', 'BOUNCED']), patience);
      expect(await lookUp('back-1')).toMatchObject({ state: 'BOUNCED', paid_back_value: '10' });
      expect(await journal('identifier=back')).toMatchObject([
        { kind: 'refund', status: 'success', amount: '10' },
        { kind: 'reversal', status: 'success', amount: '10', payment: 'paid' },
      ]);
      expect(await refund('again', 'paid', { value: '10' })).toMatchObject({ status: 201 });
    },
  );

  it('late_failure_unheard: only a look-up tells that the money came back', async () => {
    await refund('unheard', 'paid', simulate('late_failure_unheard'));
    await vi.waitFor(
      async () => expect(await lookUp('unheard-1')).toMatchObject({ state: 'BOUNCED' }),
      patience,
    );
    expect(statesOf('unheard')).toEqual(['PAID_BACK']);
  });
});

describe('a decent provider', () => {
  it('gives back no more than it has, to a call and in the panel', async () => {
    expect(await refund('first', 'paid', { value: '6' })).toMatchObject({ status: 201 });
    expect((await panel('refund', { reference: 'paid-1', amount: '3.99' })).status).toBe(200);
    const tooMuch = await refund('second', 'paid', { value: '0.02' });
    expect([tooMuch.status, tooMuch.json()]).toEqual([409, { fault: 'MORE_THAN_LEFT' }]);
    expect((await panel('refund', { reference: 'paid-1', amount: 0.02 })).status).toBe(409);
    expect(await refund('third', 'paid', { value: '0.01' })).toMatchObject({ status: 201 });
    expect((await panel('refund', { reference: 'paid-1' })).status).toBe(409);
    const moved = (await journal('payment=paid')).map(
      ({ kind, amount }) => `${String(kind)} ${String(amount)}`,
    );
    expect(moved.toSorted()).toEqual(['charge 10.00', 'panel_refund 3.99', 'refund 0.01', 'refund 6']);
  });

  it('has a refused amount again', async () => {
    await refund('no', 'paid', { value: '10', simulate: { scenario: 'decline', delay_ms: 0 } });
    await vi.waitFor(() => expect(statesOf('no')).toEqual(['REFUSED']), patience);
    expect(await refund('yes', 'paid', { value: '10' })).toMatchObject({ status: 201 });
  });

  it('refunds MB WAY once, and the MACH wallet as a whole only', async () => {
    await pay('mbway', { instrument: 'MBWAY' });
    await pay('mach', { instrument: 'WALLET_MACH', value: '15000', iso: 'CLP' });
    await refund('mbway-part', 'mbway');
    expect((await refund('mbway-rest', 'mbway')).json()).toEqual({ fault: 'ONE_REFUND_ONLY' });
    const clp = { iso: 'CLP' };
    expect((await refund('mach-part', 'mach', { ...clp, value: '14999' })).json()).toEqual({
      fault: 'ONLY_WHOLE',
    });
    expect(await refund('mach-whole', 'mach', { ...clp, value: '15000' })).toMatchObject({ status: 201 });
  });

  it.each([
    ['an unknown charge', { of: 'never-1' }, 'UNKNOWN_CHARGE'],
    ['another currency', { iso: 'USD' }, 'OTHER_CURRENCY'],
    ['a reference that a charge has', { order: 'paid-1' }, 'ORDER_EXISTS'],
  ])('refuses %s', async (_what, fields, fault) => {
    const answer = await refund('refused', 'paid', fields);
    expect([answer.status, answer.json()]).toEqual([409, { fault }]);
  });

  it('refuses to refund what was not paid', async () => {
    await pay('open', { simulate: {} });
    expect((await refund('early', 'open')).json()).toEqual({ fault: 'NOT_CAPTURED' });
  });

  it.each([
    [{ value: '-1' }, { fault: 'INVALID_FIELD', field: 'value' }],
    [{ of: '' }, { fault: 'INVALID_FIELD', field: 'of' }],
    [{ motive: 'She is ill' }, { fault: 'INVALID_FIELD', field: 'motive' }],
    [{ simulate: { scenario: 'expire' } }, { fault: 'UNKNOWN_SCENARIO' }],
  ])('refuses %o', async (fields, told) => {
    const answer = await refund('wrong', 'paid', fields);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject(told);
  });

  it('refunds the charges of the same account only', async () => {
    const foreign = refundSystem(() => sandbox, { notifyUrl: () => merchant.url, account: 'acct_demo_list' });
    const answer = await foreign.refund('theirs', 'paid', { simulate: { witness: 'theirs-1' } });
    expect(answer.json()).toEqual({ fault: 'UNKNOWN_CHARGE' });
  });

  it('loses nothing when it is killed', async () => {
    await refund('survivor', 'paid', { simulate: { scenario: 'late_failure', delay_ms: 700 } });
    const copy = mkdtempSync(join(tmpdir(), 'sandbox-'));
    cpSync(folder, copy, { recursive: true });
    await sandbox.close();
    expect(notified('survivor')).toEqual([]);

    sandbox = await startSandbox(copy);
    await vi.waitFor(() => expect(statesOf('survivor')).toEqual(['PAID_BACK', 'BOUNCED']), patience);
    expect(await list('paid')).toMatchObject([{ order: 'survivor-1', state: 'BOUNCED' }]);
  });
});

describe('an account whose references of refunds are not kept', () => {
  const forgetful = refundSystem(() => sandbox, {
    notifyUrl: () => merchant.url,
    account: 'acct_demo_list',
  });
  const witnessed = (witness: string) => ({ order: undefined, simulate: { witness, delay_ms: 20 } });

  beforeEach(async () => {
    await forgetful.pay('listed');
  });

  it('lists its refunds and those of the panel alike, by ids alone; the journal knows the reference', async () => {
    const { refund: id, ...answer } = (await forgetful.refund('own', 'listed', witnessed('own-1'))).json();
    expect(answer).not.toHaveProperty('order');
    await forgetful.panel('refund', { reference: 'listed-1', amount: '4.50' });
    await vi.waitFor(
      async () => expect(await forgetful.lookUp(id)).toMatchObject({ state: 'PAID_BACK' }),
      patience,
    );

    const listed = await forgetful.list('listed');
    const states = [
      { state: 'PAID_BACK', value: '4.50' },
      { state: 'PAID_BACK', value: '4.50' },
    ];
    expect(listed).toMatchObject(states);
    const keys = listed.map((entry) => Object.keys(entry).toSorted());
    expect(keys[0]).toEqual(keys[1]);
    expect(listed[0]?.refund).toBe(id);
    expect((await forgetful.lookUpCharge('listed')).refunds).toEqual(listed);
    expect(await journal('identifier=own')).toMatchObject([{ kind: 'refund', reference: 'own-1' }]);
  });

  it('makes a refund twice that is asked for twice', async () => {
    await forgetful.refund('twice', 'listed', witnessed('twice-1'));
    await forgetful.refund('twice', 'listed', witnessed('twice-1'));
    expect(await journal('identifier=twice')).toHaveLength(2);
    expect(await forgetful.lookUp('twice-1')).toEqual({ fault: 'UNKNOWN_ORDER' });
  });
});
