import type { ErrorCondition } from './error-condition.js';

const forbidden = { code: 5, reason: 'Forbidden' } as const;
const invalidParams = { code: 30, reason: 'Invalid params' } as const;
const fieldsMissing = { code: 31, reason: 'Required fields are missing' } as const;
const resourceNotFound = { code: 35, reason: 'Resource not found' } as const;
const routingSettings = { code: 121, reason: 'routing settings issue (disabled project or bank)' } as const;
const routingFailed = { code: 121, reason: 'Routing failed' } as const;
const routeInvalid = { code: 121, reason: 'Route is invalid' } as const;
const challengeInvalid = { code: 121, reason: 'Invalid method challenge configuration' } as const;
const processingError = { code: 200, reason: 'Transaction processing error' } as const;
// Where the card is entered on the hosted form, it or its customer ends the payment.
const riskDecline = {
  code: 451,
  reason: 'General risk decline',
  httpStatus: 400,
  status: 'declined',
} as const;
const cardDecline = { ...riskDecline, only: 'payment' } as const;
const timeoutText = 'Payment transaction timeout after 30 seconds';

/** Answers to a call, most of them before anything is registered (contract §12). */
export const refusals = {
  // Who asks, and for what
  forbidden: { ...forbidden, httpStatus: 401, description: 'The request is not signed with a known key' },
  tooManyRequests: { ...forbidden, httpStatus: 429, description: 'Too many requests' },
  merchantNotFound: {
    code: 35,
    reason: 'Merchant not found',
    httpStatus: 403,
    description: 'The merchant of this key is disabled',
  },
  resourceNotFound: {
    ...resourceNotFound,
    httpStatus: 404,
    description: 'There is nothing with this path, reference or id',
  },
  methodNotAllowed: {
    ...invalidParams,
    httpStatus: 405,
    description: 'This path does not support this HTTP method',
  },
  requestUnreadable: {
    ...invalidParams,
    httpStatus: 400,
    description: 'This is not a valid HTTP/1.1 request',
  },
  headTooLarge: {
    ...invalidParams,
    httpStatus: 431,
    description: 'The request line and the headers are too large',
  },
  requestTooSlow: { ...invalidParams, httpStatus: 408, description: 'The request did not arrive in time' },
  bodyTooLarge: { ...invalidParams, httpStatus: 413, description: 'The body is larger than 64 KiB' },
  unsupportedMediaType: {
    ...invalidParams,
    httpStatus: 415,
    description: 'Content-Type must be application/json, and sent exactly once',
  },

  // What is asked
  requiredFieldsMissing: { ...fieldsMissing, httpStatus: 400, description: 'A required field is missing' },
  requisitesMissing: {
    ...fieldsMissing,
    httpStatus: 400,
    only: 'payout',
    description: "The object with the beneficiary's bank details is missing",
  },
  requestNull: {
    code: 1,
    reason: 'Request cannot be null',
    httpStatus: 400,
    only: 'payout',
    description: 'The body is empty or null',
  },
  invalidCurrency: {
    code: 31,
    reason: 'Invalid currency',
    httpStatus: 400,
    description: 'currency: must be an ISO 4217 code in upper case',
  },
  invalidParams: { ...invalidParams, httpStatus: 400, description: 'The request is malformed' },
  methodUnknown: {
    code: 1054,
    reason: 'Invalid method',
    httpStatus: 400,
    description: 'There is no payment method with this name',
  },
  methodOfOtherDirection: {
    code: 1054,
    reason: 'Invalid type',
    httpStatus: 400,
    description: 'The method exists only in the other direction: payin or payout',
  },
  currencyNotTaken: {
    code: 1051,
    reason: "Bank doesn't support currency",
    httpStatus: 400,
    description: 'The method or the provider does not take the currency',
  },
  duplicatedReference: {
    code: 108,
    reason: 'Duplicated reference',
    httpStatus: 400,
    description: 'The reference is already in use',
  },

  // Who pays
  customerBlocked: { ...riskDecline, description: 'Customer is blocked' },
  customerBlockedForMerchant: {
    ...riskDecline,
    description: 'Customer is blocked for all merchant projects',
  },
  customerBlockedForProject: { ...riskDecline, description: 'Customer is blocked for the specified project' },
  customerBlockedForSystem: { ...riskDecline, description: 'Customer is blocked system-wide' },
  customerLocked: { ...riskDecline, description: 'Customer is globally locked' },
  cardBlocked: { ...cardDecline, description: 'Card is blocked' },
  cardBlockedForMerchant: { ...cardDecline, description: 'Card is blocked for all merchant projects' },
  cardBlockedForProject: { ...cardDecline, description: 'Card is blocked for the specified project' },
  cardBlockedForSystem: { ...cardDecline, description: 'Card is blocked system-wide' },
  cardLocked: { ...cardDecline, description: 'Card is globally locked' },

  // Which way it goes
  methodNotEnabled: {
    code: 1054,
    reason: "Bank doesn't support payment method",
    httpStatus: 400,
    description: 'The method is not enabled for the project or the provider',
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
  providerDisabled: { ...routeInvalid, httpStatus: 400, description: 'The provider is disabled' },
  challengeSettingTwice: {
    ...routeInvalid,
    httpStatus: 400,
    description: 'More than one challenge setting for the method',
  },
  challengeNotSupported: {
    ...routeInvalid,
    httpStatus: 400,
    description: 'The provider does not support the challenge type for the method',
  },
  challengeSettingMissing: {
    ...challengeInvalid,
    httpStatus: 400,
    description: 'Challenge settings not found',
  },
  challengeNotAsked: {
    ...challengeInvalid,
    httpStatus: 400,
    description: 'The transaction has no such challenge',
  },
  banksMissing: {
    ...challengeInvalid,
    httpStatus: 400,
    only: 'payout',
    description: 'There is no bank to choose from',
  },
  rateMissing: { ...processingError, httpStatus: 400, description: 'currency rate error' },
  rateProviderMissing: {
    ...resourceNotFound,
    httpStatus: 400,
    description: 'provider configuration missing while getting currency rate',
  },
  fundsInsufficient: {
    code: 1,
    reason: 'Insufficient funds on account',
    httpStatus: 400,
    only: 'payout',
    description: 'account payout has negative balance after update',
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
