import { expect, it } from 'vitest';
import { creationErrors } from './error-responses.js';

it('a refund is refused by the rows of contract §15.2, and by none that is about a route', () => {
  expect(creationErrors('refund').toSorted()).toEqual(
    [
      // Section 3 up to the syntax of the body.
      'bodyTooLarge',
      'forbidden',
      'headTooLarge',
      'merchantNotFound',
      'requestTooSlow',
      'requestUnreadable',
      'tooManyRequests',
      'unsupportedMediaType',
      // The body, the reference and the project.
      'duplicatedReference',
      'invalidCurrency',
      'invalidParams',
      'refundProjectDisabled',
      'requiredFieldsMissing',
      // The payment, and the way back.
      'currencyNotTaken',
      'limitExceeded',
      'methodNotEnabled',
      'refundProviderGone',
      'refundsSwitchedOff',
      'resourceNotFound',
      'typeNotSupported',
      // Funds, and what cannot be done now.
      'refundFundsInsufficient',
      'refundTimeout',
      'unavailable',
      'unexpected',
    ].toSorted(),
  );
});

it('a payment and a payout name nothing that must be there, and know no condition of a refund', () => {
  for (const type of ['payment', 'payout'] as const) {
    const errors = creationErrors(type);
    expect(errors).not.toContain('resourceNotFound');
    expect(errors.filter((key) => key.startsWith('refund'))).toEqual([]);
    expect(errors).toContain('methodUnknown');
  }
});
