import { describe, expect, it } from 'vitest';
import { errorCatalogue, errorOf } from './error-catalogue.js';
import type { ErrorKey } from './error-catalogue.js';
import { finalErrors } from './final-errors.js';
import { refusals } from './refusals.js';
import { routingRefusals } from './routing-refusals.js';

const settings = 'routing settings issue (disabled project or bank)';
const timeout = 'Payment transaction timeout after 30 seconds';

type Only = 'payment' | 'payout' | 'refund' | 'routed';

/** The error table of the contract, typed a second time: condition by condition, in its order. */
const table: readonly (readonly [ErrorKey, number, string, number | 'final', Only?])[] = [
  ['forbidden', 5, 'Forbidden', 401],
  ['merchantNotFound', 35, 'Merchant not found', 403],
  ['resourceNotFound', 35, 'Resource not found', 404],
  ['requiredFieldsMissing', 31, 'Required fields are missing', 400],
  ['invalidCurrency', 31, 'Invalid currency', 400],
  ['requisitesMissing', 31, 'Required fields are missing', 400, 'payout'],
  ['invalidParams', 30, 'Invalid params', 400],
  ['methodUnknown', 1054, 'Invalid method', 400, 'routed'],
  ['methodOfOtherDirection', 1054, 'Invalid type', 400, 'routed'],
  ['methodNotEnabled', 1054, "Bank doesn't support payment method", 400],
  ['typeNotSupported', 1050, 'Bank does not support transaction', 400],
  ['currencyNotTaken', 1051, "Bank doesn't support currency", 400],
  ['limitExceeded', 1132, 'Limit exceeded', 400],
  ['customerBlocked', 451, 'General risk decline', 400, 'routed'],
  ['customerBlockedForMerchant', 451, 'General risk decline', 400, 'routed'],
  ['customerBlockedForProject', 451, 'General risk decline', 400, 'routed'],
  ['customerBlockedForSystem', 451, 'General risk decline', 400, 'routed'],
  ['customerLocked', 451, 'General risk decline', 400, 'routed'],
  ['cardBlocked', 451, 'General risk decline', 400, 'payment'],
  ['cardBlockedForMerchant', 451, 'General risk decline', 400, 'payment'],
  ['cardBlockedForProject', 451, 'General risk decline', 400, 'payment'],
  ['cardBlockedForSystem', 451, 'General risk decline', 400, 'payment'],
  ['cardLocked', 451, 'General risk decline', 400, 'payment'],
  ['duplicatedReference', 108, 'Duplicated reference', 400],
  ['paymentProjectDisabled', 121, settings, 400, 'payment'],
  ['paymentMidDisabled', 121, settings, 400, 'payment'],
  ['paymentRouteMissing', 121, settings, 400, 'payment'],
  ['paymentRoutingInconsistent', 121, settings, 400, 'payment'],
  ['payoutProjectDisabled', 121, 'Routing failed', 400, 'payout'],
  ['payoutRouteMissing', 121, 'Routing failed', 400, 'payout'],
  ['payoutMidDisabled', 32, 'Invalid MID', 400, 'payout'],
  ['payoutRoutingInconsistent', 1, 'Routing service error', 400, 'payout'],
  ['refundProjectDisabled', 121, settings, 400, 'refund'],
  ['providerDisabled', 121, 'Route is invalid', 400, 'routed'],
  ['refundsSwitchedOff', 121, 'Route is invalid', 400, 'refund'],
  ['refundProviderGone', 121, 'Route is invalid', 400, 'refund'],
  ['challengeSettingTwice', 121, 'Route is invalid', 400, 'routed'],
  ['challengeNotSupported', 121, 'Route is invalid', 400, 'routed'],
  ['challengeSettingMissing', 121, 'Invalid method challenge configuration', 400, 'routed'],
  ['challengeNotAsked', 121, 'Invalid method challenge configuration', 400, 'routed'],
  ['banksMissing', 121, 'Invalid method challenge configuration', 400, 'payout'],
  ['fundsInsufficient', 1, 'Insufficient funds on account', 400, 'payout'],
  ['refundFundsInsufficient', 1, 'Insufficient funds on account', 400, 'refund'],
  ['requestNull', 1, 'Request cannot be null', 400, 'payout'],
  ['inFlightLimitReached', 1, 'Flow cache limit exceeded', 503, 'payout'],
  ['paymentRoutingTimeout', 121, settings, 504, 'payment'],
  ['payoutRoutingTimeout', 2, 'Routing request timeout', 504, 'payout'],
  ['paymentTimeout', 121, settings, 504, 'payment'],
  ['payoutTimeout', 1, timeout, 504, 'payout'],
  ['refundTimeout', 121, settings, 504, 'refund'],
  ['paymentCancelled', 121, settings, 'final', 'payment'],
  ['payoutCancelled', 1, 'Payment transaction was cancelled', 'final', 'payout'],
  ['refundCancelled', 121, settings, 'final', 'refund'],
  ['declined', 200, 'Transaction processing error', 'final'],
  ['refundNoLongerFits', 1132, 'Limit exceeded', 'final', 'refund'],
  ['failed', 200, 'Transaction processing error', 'final'],
  ['expired', 200, 'Transaction processing error', 'final', 'payment'],
  ['notSubmittedInTime', 200, 'Transaction processing error', 'final'],
  ['cardGone', 200, 'Transaction processing error', 'final', 'payment'],
  ['bankNotSupported', 1050, 'Bank does not support transaction', 'final', 'payout'],
  ['midWithoutCredentials', 200, 'Mid configuration error', 'final'],
  ['neverSent', 200, 'Communication error', 'final'],
  ['neverSentByAnyRoute', 200, 'Failed to register cascade transaction', 'final', 'routed'],
  ['cardNotRegistered', 200, 'Failed to register card transaction', 'final', 'payment'],
  ['fillingDataRefused', 200, 'Error while trying to process filling data', 'final', 'payment'],
  ['neverConfirmedAfterTimeout', 200, 'Mid request timeout', 'final', 'payment'],
  ['neverConfirmedAfterUnreadable', 200, 'Invalid adapter response format', 'final', 'payment'],
  ['neverConfirmedAfterCommunication', 200, 'Communication error', 'final', 'payment'],
  ['providerGone', 200, 'provider not found, not active or no longer in configuration', 'final'],
  ['rateMissing', 200, 'Transaction processing error', 400, 'routed'],
  ['rateProviderMissing', 35, 'Resource not found', 400, 'routed'],
  ['cardNotStored', 200, 'Transaction processing error', 503, 'payment'],
  ['bankListUnavailable', 200, 'Transaction processing error', 503, 'payout'],
  ['unavailable', 200, 'Transaction processing error', 503],
  ['unexpected', 200, 'Transaction processing error', 500],
  ['tooManyRequests', 5, 'Forbidden', 429],
  ['methodNotAllowed', 30, 'Invalid params', 405],
  ['requestUnreadable', 30, 'Invalid params', 400],
  ['headTooLarge', 30, 'Invalid params', 431],
  ['requestTooSlow', 30, 'Invalid params', 408],
  ['bodyTooLarge', 30, 'Invalid params', 413],
  ['unsupportedMediaType', 30, 'Invalid params', 415],
];

describe('error catalogue', () => {
  for (const [key, code, reason, httpStatus, only] of table) {
    it(`${key} is ${code}, ${reason}, HTTP ${httpStatus}`, () => {
      const row = errorOf(key);
      expect([row.code, row.reason, row.httpStatus, row.only]).toEqual([code, reason, httpStatus, only]);
    });
  }

  it('has every condition of the table and no other', () => {
    expect(Object.keys(errorCatalogue).toSorted()).toEqual(table.map(([key]) => key).toSorted());
  });

  it('names no condition twice', () => {
    const names = [refusals, routingRefusals, finalErrors].flatMap((part) => Object.keys(part));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(table.map(([key]) => key)).size).toBe(table.length);
  });

  it('tells conditions of the same reason apart by their description', () => {
    const rows = Object.keys({ ...refusals, ...routingRefusals }).map((key) => errorOf(key as ErrorKey));
    const words = rows.map(({ code, httpStatus, only, description }) =>
      JSON.stringify([code, httpStatus, only, description]),
    );
    expect(words.length).toBeGreaterThan(30);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(Object.keys(finalErrors) as ErrorKey[])('%s says what the transaction becomes', (key) => {
    expect(['declined', 'error', 'expired']).toContain(errorOf(key).status);
  });

  it('only the 504 of a registered transaction leaves the outcome open', () => {
    const open = Object.keys(errorCatalogue).filter(
      (key) => errorOf(key as ErrorKey).certainty === 'unknown',
    );
    expect(open).toEqual(['paymentTimeout', 'payoutTimeout', 'refundTimeout']);
    expect(open.map((key) => errorOf(key as ErrorKey).description)).toEqual([timeout, timeout, timeout]);
  });
});
