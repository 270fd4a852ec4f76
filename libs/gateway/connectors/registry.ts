import type { ConnectorTerms } from '#domain/configuration/connector-terms';
import { transactionTypes } from '#domain/transaction/status';
import type { Connector } from './connector.js';
import { mercadoPagoConnector } from './mercado-pago/connector.js';
import { paystackConnector } from './paystack/connector.js';
import { sandboxConnector } from './sandbox/connector.js';
import { stripeConnector } from './stripe/connector.js';
import { v2Connector } from './v2/connector.js';

/** A new provider is a folder and a line here. */
const connectors: Readonly<Record<string, Connector>> = {
  mercado_pago: mercadoPagoConnector,
  paystack: paystackConnector,
  sandbox: sandboxConnector,
  stripe: stripeConnector,
  v2: v2Connector,
};

/** The connector with this name; undefined if it is unknown. */
export function findConnector(name: string): Connector | undefined {
  return Object.hasOwn(connectors, name) ? connectors[name] : undefined;
}

/** What the configuration is checked against, by the connector's name. */
export const connectorTerms: Readonly<Record<string, ConnectorTerms>> = Object.fromEntries(
  Object.entries(connectors).map(([name, connector]) => {
    const { methods, challenges, credentials, decimals } = connector;
    const types = transactionTypes.filter((type) => connector[type] !== undefined);
    const resolvesAccounts = connector.payout?.resolveAccount !== undefined;
    const { terms: refundTerms } = connector.refund ?? {};
    const readsStatements = connector.readStatement !== undefined;
    const able = { types, methods, challenges, credentials, decimals, resolvesAccounts, readsStatements };
    return [name, { ...able, ...(refundTerms && { refundTerms }) }];
  }),
);
