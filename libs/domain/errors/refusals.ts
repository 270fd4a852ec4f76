import type { ErrorCondition } from './error-condition.js';

const forbidden = { code: 5, reason: 'Forbidden' } as const;
const invalidParams = { code: 30, reason: 'Invalid params' } as const;
const fieldsMissing = { code: 31, reason: 'Required fields are missing' } as const;
const resourceNotFound = { code: 35, reason: 'Resource not found' } as const;
// Where the card is entered on the hosted form, it or its customer ends the payment.
const riskDecline = {
  code: 451,
  reason: 'General risk decline',
  httpStatus: 400,
  only: 'routed',
  status: 'declined',
} as const;
const cardDecline = { ...riskDecline, only: 'payment' } as const;

/** Answers to a call for what was asked and who asks, before anything is registered (contract §12). */
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
    only: 'routed',
    description: 'There is no payment method with this name',
  },
  methodOfOtherDirection: {
    code: 1054,
    reason: 'Invalid type',
    httpStatus: 400,
    only: 'routed',
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
} as const satisfies Readonly<Record<string, ErrorCondition>>;
