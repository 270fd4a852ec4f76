import type { ErrorCondition } from './error-condition.js';

const resourceNotFound = { code: 35, reason: 'Resource not found' } as const;
const routingSettings = { code: 121, reason: 'routing settings issue (disabled project or bank)' } as const;
const routingFailed = { code: 121, reason: 'Routing failed' } as const;
const routeInvalid = { code: 121, reason: 'Route is invalid' } as const;
const challengeInvalid = { code: 121, reason: 'Invalid method challenge configuration' } as const;
const processingError = { code: 200, reason: 'Transaction processing error' } as const;
const timeoutText = 'Payment transaction timeout after 30 seconds';

/** Answers to a call for how it would be carried out: its route, its limits, what is out of reach (contract §12, §15.2). */
export const routingRefusals = {
  // Which way it goes
  methodNotEnabled: {
    code: 1054,
    reason: "Bank doesn't support payment method",
    httpStatus: 400,
    description: 'The method is not enabled for the project or the provider, or cannot be refunded',
  },
  typeNotSupported: {
    code: 1050,
    reason: 'Bank does not support transaction',
    httpStatus: 400,
    description: 'Invalid payment type',
  },
  limitExceeded: {
    code: 1132,
    reason: 'Limit exceeded',
    httpStatus: 400,
    description:
      'The amount is outside the limits of the project or the provider, or a counted limit has no room',
  },
  paymentProjectDisabled: {
    ...routingSettings,
    httpStatus: 400,
    only: 'payment',
    description: 'The project is disabled',
  },
  payoutProjectDisabled: {
    ...routingFailed,
    httpStatus: 400,
    only: 'payout',
    description: 'The project is disabled',
  },
  refundProjectDisabled: {
    ...routingSettings,
    httpStatus: 400,
    only: 'refund',
    description: 'The project is disabled',
  },
  paymentMidDisabled: {
    ...routingSettings,
    httpStatus: 400,
    only: 'payment',
    description: 'Mid is disabled',
  },
  payoutMidDisabled: {
    code: 32,
    reason: 'Invalid MID',
    httpStatus: 400,
    only: 'payout',
    description: 'Mid is disabled',
  },
  paymentRouteMissing: {
    ...routingSettings,
    httpStatus: 400,
    only: 'payment',
    description: 'Unknown routing error',
  },
  payoutRouteMissing: {
    ...routingFailed,
    httpStatus: 400,
    only: 'payout',
    description: 'No route is configured for this payout',
  },
  paymentRoutingInconsistent: {
    ...routingSettings,
    httpStatus: 400,
    only: 'payment',
    description: 'Routing service error',
  },
  payoutRoutingInconsistent: {
    code: 1,
    reason: 'Routing service error',
    httpStatus: 400,
    only: 'payout',
    description: 'The routing data contradict each other',
  },
  paymentRoutingTimeout: {
    ...routingSettings,
    httpStatus: 504,
    only: 'payment',
    description: 'Routing request timeout',
  },
  payoutRoutingTimeout: {
    code: 2,
    reason: 'Routing request timeout',
    httpStatus: 504,
    only: 'payout',
    description: 'The route was not found in time',
  },
  providerDisabled: {
    ...routeInvalid,
    httpStatus: 400,
    only: 'routed',
    description: 'The provider is disabled',
  },
  refundsSwitchedOff: {
    ...routeInvalid,
    httpStatus: 400,
    only: 'refund',
    description: 'Refunds of the MID or the provider are switched off',
  },
  refundProviderGone: {
    ...routeInvalid,
    httpStatus: 400,
    only: 'refund',
    description: 'The provider or the MID of the payment is no longer configured',
  },
  challengeSettingTwice: {
    ...routeInvalid,
    httpStatus: 400,
    only: 'routed',
    description: 'More than one challenge setting for the method',
  },
  challengeNotSupported: {
    ...routeInvalid,
    httpStatus: 400,
    only: 'routed',
    description: 'The provider does not support the challenge type for the method',
  },
  challengeSettingMissing: {
    ...challengeInvalid,
    httpStatus: 400,
    only: 'routed',
    description: 'Challenge settings not found',
  },
  challengeNotAsked: {
    ...challengeInvalid,
    httpStatus: 400,
    only: 'routed',
    description: 'The transaction has no such challenge',
  },
  banksMissing: {
    ...challengeInvalid,
    httpStatus: 400,
    only: 'payout',
    description: 'There is no bank to choose from',
  },
  rateMissing: {
    ...processingError,
    httpStatus: 400,
    only: 'routed',
    description: 'currency rate error',
  },
  rateProviderMissing: {
    ...resourceNotFound,
    httpStatus: 400,
    only: 'routed',
    description: 'provider configuration missing while getting currency rate',
  },
  fundsInsufficient: {
    code: 1,
    reason: 'Insufficient funds on account',
    httpStatus: 400,
    only: 'payout',
    description: 'account payout has negative balance after update',
  },
  refundFundsInsufficient: {
    code: 1,
    reason: 'Insufficient funds on account',
    httpStatus: 400,
    only: 'refund',
    description: 'The balance is below the amount, and refunds of the project are taken from it',
  },

  // What we cannot do now
  inFlightLimitReached: {
    code: 1,
    reason: 'Flow cache limit exceeded',
    httpStatus: 503,
    only: 'payout',
    description: 'Too many payouts in flight',
  },
  cardNotStored: {
    ...processingError,
    httpStatus: 503,
    only: 'payment',
    description: 'failed to save card information',
  },
  bankListUnavailable: {
    ...processingError,
    httpStatus: 503,
    only: 'payout',
    description: 'The list of banks is temporarily unavailable',
  },
  unavailable: { ...processingError, httpStatus: 503, description: 'The service is temporarily unavailable' },
  unexpected: { ...processingError, httpStatus: 500, description: 'Unexpected error' },
  paymentTimeout: {
    ...routingSettings,
    httpStatus: 504,
    only: 'payment',
    description: timeoutText,
    certainty: 'unknown',
  },
  payoutTimeout: {
    code: 1,
    reason: timeoutText,
    httpStatus: 504,
    only: 'payout',
    description: timeoutText,
    certainty: 'unknown',
  },
  refundTimeout: {
    ...routingSettings,
    httpStatus: 504,
    only: 'refund',
    description: timeoutText,
    certainty: 'unknown',
  },
} as const satisfies Readonly<Record<string, ErrorCondition>>;
