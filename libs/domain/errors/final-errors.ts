import type { ErrorCondition } from './error-condition.js';

const routingSettings = { code: 121, reason: 'routing settings issue (disabled project or bank)' } as const;
const processingError = { code: 200, reason: 'Transaction processing error' } as const;
const cancelledText = 'Payment transaction was cancelled';

/** How a registered transaction ends without success (contract §12, the rows that say final). */
export const finalErrors = {
  paymentCancelled: {
    ...routingSettings,
    httpStatus: 'final',
    only: 'payment',
    status: 'declined',
    description: cancelledText,
  },
  payoutCancelled: {
    code: 1,
    reason: cancelledText,
    httpStatus: 'final',
    only: 'payout',
    status: 'declined',
    description: cancelledText,
  },
  refundCancelled: {
    ...routingSettings,
    httpStatus: 'final',
    only: 'refund',
    status: 'declined',
    description: cancelledText,
  },
  declined: {
    ...processingError,
    httpStatus: 'final',
    status: 'declined',
    description: 'Declined by provider or bank',
  },
  failed: {
    ...processingError,
    httpStatus: 'final',
    status: 'error',
    description: 'Processing error at the provider',
  },
  expired: {
    ...processingError,
    httpStatus: 'final',
    only: 'payment',
    status: 'expired',
    description: 'The payment expired',
  },
  bankNotSupported: {
    code: 1050,
    reason: 'Bank does not support transaction',
    httpStatus: 'final',
    only: 'payout',
    status: 'declined',
    description: 'The provider does not support the chosen bank',
  },
  midWithoutCredentials: {
    code: 200,
    reason: 'Mid configuration error',
    httpStatus: 'final',
    status: 'error',
    description: 'The MID has no credentials',
  },
  neverSent: {
    code: 200,
    reason: 'Communication error',
    httpStatus: 'final',
    status: 'error',
    description: 'The provider could not be reached; nothing was sent',
  },
  neverSentByAnyRoute: {
    code: 200,
    reason: 'Failed to register cascade transaction',
    httpStatus: 'final',
    status: 'error',
    description: 'No provider could be reached; nothing was sent',
  },
  notSubmittedInTime: {
    ...processingError,
    httpStatus: 'final',
    status: 'error',
    description: 'Not submitted in time; nothing was sent',
  },
  cardGone: {
    ...processingError,
    httpStatus: 'final',
    only: 'payment',
    status: 'error',
    description: 'failed to save card information',
  },
  cardNotRegistered: {
    code: 200,
    reason: 'Failed to register card transaction',
    httpStatus: 'final',
    only: 'payment',
    status: 'error',
    description: 'The provider refused to register the card',
  },
  fillingDataRefused: {
    code: 200,
    reason: 'Error while trying to process filling data',
    httpStatus: 'final',
    only: 'payment',
    status: 'error',
    description: 'The provider refused what the customer filled in',
  },
  neverConfirmedAfterTimeout: {
    code: 200,
    reason: 'Mid request timeout',
    httpStatus: 'final',
    only: 'payment',
    status: 'error',
    description: 'The provider did not answer and knows nothing of the payment',
  },
  neverConfirmedAfterUnreadable: {
    code: 200,
    reason: 'Invalid adapter response format',
    httpStatus: 'final',
    only: 'payment',
    status: 'error',
    description: 'The provider gave no readable answer and knows nothing of the payment',
  },
  neverConfirmedAfterCommunication: {
    code: 200,
    reason: 'Communication error',
    httpStatus: 'final',
    only: 'payment',
    status: 'error',
    description: 'The connection failed and the provider knows nothing of the payment',
  },
  providerGone: {
    code: 200,
    reason: 'provider not found, not active or no longer in configuration',
    httpStatus: 'final',
    status: 'error',
    description: 'The provider of the transaction is no longer configured',
  },
} as const satisfies Readonly<Record<string, ErrorCondition>>;
