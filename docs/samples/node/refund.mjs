/** The body of POST /v2/refund. `amount` is exact decimal text in major units, or `all`: everything that is left. */
export function refundBody(reference, paymentReference, amount) {
  const isAll = amount === 'all';
  if (!isAll && !/^(0|[1-9]\d{0,14})(\.\d+)?$/.test(amount))
    throw new Error('amount is neither a decimal nor all');
  return JSON.stringify({ reference, payment_reference: paymentReference, ...(!isAll && { amount }) });
}

const directions = new Map([
  ['payment success', 'in'],
  ['payout success', 'out'],
  ['refund success', 'out'],
  ['reversal returned', 'in'],
  ['reversal chargeback_won', 'in'],
  ['reversal provider_refund', 'out'],
  ['reversal chargeback', 'out'],
]);

/** Where the `amount` of a callback went: `in`, `out`, or `none` moved, as by every type and kind that is not known here. */
export function moneyOf({ type, status, kind }) {
  return directions.get(`${type} ${type === 'reversal' ? kind : status}`) ?? 'none';
}
