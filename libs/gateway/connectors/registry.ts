import type { Connector } from './connector.js';
import { sandboxConnector } from './sandbox/connector.js';
import { v2Connector } from './v2/connector.js';

/** A new provider is a folder and a line here. */
export const connectors: Readonly<Record<string, Connector>> = {
  sandbox: sandboxConnector,
  v2: v2Connector,
};

/** The connector with this name, or `undefined` when there is none. */
export function findConnector(name: string): Connector | undefined {
  return Object.hasOwn(connectors, name) ? connectors[name] : undefined;
}
