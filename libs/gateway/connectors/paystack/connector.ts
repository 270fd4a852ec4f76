import type { TextConstraint } from '#domain/configuration/connector-terms';
import type { Connector } from '../connector.js';
import { charges } from './charges.js';
import { paystackDecimals } from './currencies.js';
import { readCallback } from './read-callback.js';
import { refunds } from './refunds.js';
import { readStatement } from './statement.js';
import { transfers } from './transfers.js';

const secretKey: TextConstraint = {
  holds: (key) => /^sk_(?:test|live)_[A-Za-z0-9]{8,}$/.test(key),
  isTest: (key) => key.startsWith('sk_test_'),
  says: 'must be sk_test_ or sk_live_ and letters and digits',
};

/**
 * Paystack, as it describes itself (docs/providers/paystack.md): transfers to African banks, cards on its own page, and USSD.
 * Its secret key signs its callbacks as well.
 */
export const paystackConnector = {
  methods: ['bank_transfer_africa', 'card', 'ussd'],
  decimals: paystackDecimals,
  challenges: ['bank_code', 'redirect', 'ussd'],
  credentials: { secret_key: secretKey },
  payment: charges,
  payout: transfers,
  refund: refunds,
  readStatement,
  readCallback,
} satisfies Connector;
