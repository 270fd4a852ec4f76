import type { TextConstraint } from '#domain/configuration/connector-terms';
import type { Connector } from '../connector.js';
import { mercadoPagoDecimals } from './currencies.js';
import { payments } from './payments.js';
import { readCallback } from './read-callback.js';
import { refunds } from './refunds.js';

const accessToken: TextConstraint = {
  holds: (token) => /^(?:APP_USR|TEST)-[A-Za-z0-9-]{8,}$/.test(token),
  isTest: (token) => token.startsWith('TEST-'),
  says: 'must be APP_USR- or TEST- and letters, digits and dashes',
};

/** Mercado Pago, as it describes itself (docs/providers/mercado-pago.md): payments by Pix in Brazil, and in cash in Mexico. */
export const mercadoPagoConnector = {
  methods: ['pix', 'cash_mexico'],
  decimals: mercadoPagoDecimals,
  challenges: ['qr', 'voucher'],
  credentials: { access_token: accessToken },
  payment: payments,
  refund: refunds,
  readCallback,
} satisfies Connector;
