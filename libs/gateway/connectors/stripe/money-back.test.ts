import { describe, expect, it } from 'vitest';
import { mapRefund, readRefund, refundOutcomes } from './read-refund.js';
import { readDispute, type disputeStatuses } from './reversals.js';
import { providerReference, refund, type Fields } from './testing/objects.js';

describe('a refund', () => {
  /** Its description has them in a sentence: "pending, requires_action, succeeded, failed, or canceled". */
  it.each([
    ['pending', 'open', undefined],
    ['requires_action', 'open', undefined],
    ['succeeded', 'success', undefined],
    ['failed', 'declined', 'failed'],
    ['canceled', 'declined', 'canceled'],
  ])('%s: %s', (status, outcome, reason) => {
    const report = {
      providerReference: 'ref-2',
      outcome,
      providerId: 're_1',
      amount: '1.00',
      currency: 'EUR',
    };
    expect(mapRefund(readRefund(refund({ status })))?.report).toEqual({
      ...report,
      ...(reason && { reason }),
    });
    expect(Object.keys(refundOutcomes)).toContain(status);
  });

  it('says why it has failed, and is open in an unknown state', () => {
    const lost = { status: 'failed', failure_reason: 'lost_or_stolen_card' };
    expect(mapRefund(readRefund(refund(lost)))?.report.reason).toBe('lost_or_stolen_card');
    expect(mapRefund(readRefund(refund({ status: 'sent' })))).toMatchObject({ isMapped: false });
  });

  it('that was made in the dashboard is not ours', () => {
    expect(mapRefund(readRefund(refund({ metadata: {} })))).toBeUndefined();
    expect(readRefund(refund({ metadata: {} }))).toMatchObject({ id: 're_1', intentId: 'pi_1' });
    expect(readRefund(refund({ amount: null }))).toBeUndefined();
  });
});

describe('a dispute', () => {
  const dispute = (fields: Fields = {}) => ({
    id: 'du_1',
    object: 'dispute',
    status: 'needs_response',
    amount: 1_234,
    currency: 'eur',
    reason: 'fraudulent',
    evidence_details: { due_by: 1_800_000_000 },
    ...fields,
  });
  const kindsOf = (fields: Fields) =>
    readDispute(dispute(fields), { providerReference })?.map(({ kind }) => kind);

  it.each<readonly [keyof typeof disputeStatuses, readonly string[]]>([
    ['warning_needs_response', ['inquiry']],
    ['warning_under_review', ['inquiry']],
    ['warning_closed', ['inquiry']],
    ['prevented', ['inquiry']],
    ['needs_response', ['chargeback']],
    ['under_review', ['chargeback']],
    ['lost', ['chargeback']],
    ['won', ['chargeback', 'chargeback_won']],
  ])('%s: %j', (status, kinds) => {
    expect(kindsOf({ status })).toEqual(kinds);
  });

  it('has its case, its reason and its deadline', () => {
    expect(readDispute(dispute(), { providerReference })).toEqual([
      {
        kind: 'chargeback',
        key: 'du_1',
        providerReference,
        amount: '12.34',
        currency: 'EUR',
        case: 'du_1',
        reason: 'fraudulent',
        respondBy: '2027-01-15T08:00:00.000Z',
      },
    ]);
  });

  it('takes no sentence for a reason, and is an inquiry in an unknown state', () => {
    expect(
      JSON.stringify(readDispute(dispute({ reason: 'Ada did not buy it' }), { providerReference })),
    ).not.toMatch(/Ada/);
    expect(kindsOf({ status: 'escalated' })).toEqual(['inquiry']);
    expect(kindsOf({ amount: null })).toBeUndefined();
  });
});
