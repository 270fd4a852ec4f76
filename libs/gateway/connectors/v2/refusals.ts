import type { UpstreamError } from './read-error.js';

/**
 * What it means that an upstream gateway has refused before it registered anything:
 * - `wayClosed`: this account takes nothing now, whatever is asked; another route may.
 * - `notTaken`: it does not take this one; another route may.
 * - `declined`: no route should take it.
 * - `misread`: it does not take what we ask as we ask it.
 */
export type RefusalMeaning = 'wayClosed' | 'notTaken' | 'declined' | 'misread';

/** Without `reasons` every one counts, likewise `descriptions`. */
export type Refusal = {
  readonly code: number;
  readonly reasons?: readonly string[];
  readonly descriptions?: readonly string[];
  readonly meaning: RefusalMeaning;
};

/**
 * The errors by which contract §3 registers nothing. Codes 1 and 121 stand for time-outs, cancellations and inner
 * failures as well (specification §7), so of them only the words that surely come before a registration. Not among
 * them, whatever the HTTP status: 108, 2 and 200 (contract §4).
 */
export const refusals: readonly Refusal[] = [
  { code: 5, reasons: ['Forbidden'], meaning: 'wayClosed' },
  { code: 35, reasons: ['Merchant not found', 'Resource not found'], meaning: 'wayClosed' },
  { code: 32, meaning: 'wayClosed' },
  {
    code: 121,
    reasons: ['Route is invalid', 'Routing failed', 'Invalid method challenge configuration'],
    meaning: 'wayClosed',
  },
  {
    code: 121,
    reasons: ['routing settings issue (disabled project or bank)'],
    descriptions: [
      'The project is disabled',
      'Mid is disabled',
      'Unknown routing error',
      'Routing service error',
    ],
    meaning: 'wayClosed',
  },
  {
    code: 1,
    reasons: ['Insufficient funds on account', 'Unknown routing error', 'Routing service error'],
    meaning: 'wayClosed',
  },
  { code: 1, reasons: ['Request cannot be null'], meaning: 'misread' },
  { code: 30, meaning: 'misread' },
  { code: 31, meaning: 'misread' },
  { code: 451, meaning: 'declined' },
  { code: 1050, meaning: 'notTaken' },
  { code: 1051, meaning: 'notTaken' },
  { code: 1054, meaning: 'notTaken' },
  { code: 1132, meaning: 'notTaken' },
];

/** Of a refund, 121 without the text of a time-out comes before a registration as well (contract §15.2). */
const refusedRefundCode = 121;

/** Whether the error proves that the refund is not registered; only of 400 and other refusals, never of 5xx. */
export function provesNoRefund(error: UpstreamError): boolean {
  if (meaningOf(error) !== undefined) return true;
  return error.code === refusedRefundCode && error.identifier === undefined && !saysTimeOut(error);
}

const timeOut = /time[ -]?d? ?-?out/i;

/** Whether the error is a time-out, after which the outcome is unknown (contract §4). */
export function saysTimeOut({ reason, description }: UpstreamError): boolean {
  return timeOut.test(reason) || timeOut.test(description);
}

/** `undefined`: the error does not prove that nothing was registered. */
export function meaningOf(error: UpstreamError): RefusalMeaning | undefined {
  if (error.identifier !== undefined || saysTimeOut(error)) return undefined;
  return refusals.find(
    ({ code, reasons, descriptions }) =>
      code === error.code &&
      (reasons?.includes(error.reason) ?? true) &&
      (descriptions?.includes(error.description) ?? true),
  )?.meaning;
}
