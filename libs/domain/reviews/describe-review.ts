import type { Evidence } from '../transaction/report.js';
import type { Money } from '../values/money.js';
import { heldCauses, stalledCause, type RaisedCause } from './review-causes.js';

/** An open review as the pages of its transaction show it. `said`: what was said, and by whom; free of personal data. */
export type ShownReview = { readonly id: string; readonly cause: string; readonly said: string };

/** Causes whose evidence is not a provider's word. */
const ownWords: Readonly<Partial<Record<RaisedCause, string>>> = {
  [heldCauses.payout]: "the account is not in the beneficiary's name; nothing was sent",
  [heldCauses.refund]: 'it is more than one person may refund; nothing was sent',
  [stalledCause]: 'nothing has moved it for longer than its plan allows',
  'not found at the provider': 'the provider has said several times that it does not know it',
  'awaits approval at the provider': 'the provider waits for one of our people to approve it',
  'more went back than was paid': 'refunds, chargebacks and refunds made at the provider exceed the payment',
};

/** What was said, by whom, beside what was asked for: `the provider says success of 199.9 BRL for attempt 1, asked for 99.9 BRL`. */
export function sayEvidence(cause: string, evidence: Evidence, asked: Money | undefined): string {
  const own = sayOurselves(cause);
  if (own !== undefined) return own;
  const witness = cause.startsWith('statement: ') ? "a line of the provider's statement" : 'the provider';
  const [, n] = /-(\d+)$/.exec(evidence.providerReference) ?? [];
  const about = n === undefined ? '' : ` for attempt ${n}`;
  const beside = asked === undefined ? '' : `, asked for ${asked.amount} ${asked.currency}`;
  return `${witness} says ${sayReported(evidence)}${about}${beside}`;
}

/** What the cause says where it is not a provider's word; undefined if it is one. */
export function sayOurselves(cause: string): string | undefined {
  return ownWords[cause as RaisedCause];
}

/** A provider's word in short: `success of 199.9 BRL`. */
export function sayReported(evidence: Evidence): string {
  const { amount, currency = '' } = evidence;
  const outcome = 'outcome' in evidence ? evidence.outcome : evidence.kind.replaceAll('_', ' ');
  return amount === undefined ? outcome : `${outcome} of ${amount} ${currency}`.trimEnd();
}
