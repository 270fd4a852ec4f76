import type { TextConstraint } from '#domain/configuration/connector-terms';
import type { Connector } from '../connector.js';
import { stripeDecimals } from './currencies.js';
import { payments } from './payments.js';
import { readCallback } from './read-callback.js';
import { refunds } from './refunds.js';
import { readStatement } from './statement.js';
import { ways } from './ways.js';

const secretKey: TextConstraint = {
  holds: (key) => /^[sr]k_(?:test|live)_\w{8,}$/.test(key),
  isTest: (key) => /^[sr]k_test_/.test(key),
  says: 'must be sk_ or rk_, test_ or live_, and letters and digits',
};

const webhookSecret: TextConstraint = {
  holds: (secret) => /^whsec_\w{8,}$/.test(secret),
  says: 'must be whsec_ and letters and digits',
};

const rawCards: TextConstraint = {
  holds: (word) => word === 'no' || word === 'granted',
  says: 'must be no, or granted where Stripe has granted the account raw card data',
};

/** Stripe, as it describes itself (docs/providers/stripe.md): payments and refunds. */
export const stripeConnector = {
  methods: Object.keys(ways),
  challenges: ['redirect', 'qr', 'multibanco', 'voucher', 'bank_transfer_mexico'],
  decimals: stripeDecimals,
  credentials: { secret_key: secretKey, webhook_secret: webhookSecret, raw_cards: rawCards },
  payment: payments,
  refund: refunds,
  readStatement,
  readCallback,
} satisfies Connector;
