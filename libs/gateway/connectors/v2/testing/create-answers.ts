import type { Exchange } from '../../call-provider.js';

/** Answers of an upstream gateway to a create call and their results: parts of the table's rows. */
export const reference = 'ord-1';
export const payment = { type: 'payment', providerReference: reference } as const;
export const payout = { type: 'payout', providerReference: reference } as const;

/** Acceptance shapes of specification §2.7 and §2.10. */
const redirect = { challenge_type: 'redirect', challenge_redirect: { url: 'http://bank/pay/1' } };
export const created = {
  error_code: 0,
  error_reason: '',
  identifier: 'id-1',
  reference,
  request_id: 'r-1',
  type: 'payment',
  method: 'ideal',
  mode: 'initial',
  currency: 'EUR',
  amount: '10.10',
  status: 'created',
  challenge: redirect,
  timestamp: '2026-01-01T00:00:00.000Z',
};
export const working = { ...created, status: 'pending', challenge: undefined };
export const hosted = {
  error_code: 0,
  identifier: 'id-1',
  reference,
  request_id: 'r-1',
  status: 'new',
  redirect_url: 'http://page/1',
};
export const flat = { ...working, type: 'payout', method: 'pix' };
export const africa = {
  identifier: 'id-1',
  reference,
  status: { name: 'pending', date: '2026-01-01T00:00:00.000Z' },
  amount: '10.10',
  currency: 'NGN',
  error_code: 0,
  error_message: '',
};
export const failed = (status: string, code = 200, words = 'Transaction processing error') => ({
  ...working,
  error_code: code,
  error_reason: words,
  status,
});

/** Error bodies of specification §7; `reason` is in the table's words. */
export const error = (code: number, reason = 'x', more: object = {}) => ({
  error_code: code,
  error_reason: reason,
  description: 'd',
  request_id: null,
  status: 'error',
  ...more,
});
export const routing = 'routing settings issue (disabled project or bank)';

export function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, body };
}

export const unknown = (cause: string) => ({ kind: 'unknown', cause });
export const final = (outcome: string) => ({
  kind: 'final',
  report: { providerReference: reference, providerId: 'id-1', outcome },
});
export const declined = (soft: boolean, report: object = {}) => ({
  kind: 'declined',
  soft,
  report: { providerReference: reference, outcome: 'declined', ...report },
});
export const challenged = (challenge: object) => ({ kind: 'accepted', providerId: 'id-1', challenge });
export const accepted = { kind: 'accepted', providerId: 'id-1' };
export const closed = { kind: 'notSent', error: 'failed' };

export type Row = readonly [string, Exchange, object];
