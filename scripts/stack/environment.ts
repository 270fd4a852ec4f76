import { join, resolve } from 'node:path';

import { root } from '../paths.js';
import { choosePorts, type Ports } from './ports.js';
import type { GatewaySecrets } from './secrets.js';
import type { Temporal } from './server.js';

/** The addresses of all parts on this machine, by their ports. */
export function stackUrls(ports: Ports) {
  const api = `http://localhost:${ports.api}`;
  return {
    api,
    docs: `${api}/docs`,
    checkout: `http://localhost:${ports.checkout}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    worker: `http://localhost:${ports.worker}`,
    staff: `http://localhost:${ports.staff}`,
    metrics: `http://localhost:${ports.metrics}/metrics`,
    checkoutMetrics: `http://localhost:${ports.checkoutMetrics}/metrics`,
    workerMetrics: `http://localhost:${ports.workerMetrics}/metrics`,
    sdkMetrics: `http://localhost:${ports.sdkMetrics}/metrics`,
    temporalUi: `http://localhost:${ports.temporalUi}`,
  };
}

type EnvironmentParts = {
  readonly environment: NodeJS.ProcessEnv;
  readonly ports: Ports;
  readonly dataDirectory: string;
  readonly configFile: string;
  readonly secrets: GatewaySecrets;
  readonly temporal: Pick<Temporal, 'address' | 'namespace' | 'isOurs'>;
};

/**
 * The environment of every process of a stack. A process that needs the database also gets its own
 * DATABASE_URL, and one that writes statements gets FINANCE_DATABASE_URL.
 * PORT_OFFSET is left out, because the ports already include it.
 */
export function stackEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { environment, ports, dataDirectory, configFile, secrets, temporal } = parts;
  const urls = stackUrls(ports);
  const { PORT_OFFSET: _, DATABASE_URL: __, FINANCE_DATABASE_URL: ___, ...rest } = environment;
  return {
    ...withoutUndefined(temporal.isOurs ? withoutKeysOfTemporal(rest) : rest),
    NODE_ENV: modeOf(environment),
    LOG_LEVEL: environment.LOG_LEVEL || 'info',
    ...secrets,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_UI_URL: environment.TEMPORAL_UI_URL || urls.temporalUi,
    API_PORT: String(ports.api),
    CHECKOUT_PORT: String(ports.checkout),
    SANDBOX_PORT: String(ports.sandbox),
    WORKER_PORT: String(ports.worker),
    STAFF_PORT: String(ports.staff),
    METRICS_PORT: String(ports.metrics),
    CHECKOUT_METRICS_PORT: String(ports.checkoutMetrics),
    WORKER_METRICS_PORT: String(ports.workerMetrics),
    SDK_METRICS_PORT: String(ports.sdkMetrics),
    API_URL: urls.api,
    CHECKOUT_URL: urls.checkout,
    SANDBOX_URL: urls.sandbox,
    GATEWAY_CONFIG: configFile,
    GATEWAY_DATA: dataDirectory,
    SANDBOX_DATA: environment.SANDBOX_DATA || join(dataDirectory, 'sandbox'),
  };
}

/**
 * Variables with which a command beside the stack finds and reads the configuration file: the file gets the same addresses
 * as in the stack of the same environment.
 */
export function configurationEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  return {
    GATEWAY_CONFIG: resolve(root, environment.GATEWAY_CONFIG || 'config/gateway.yaml'),
    SANDBOX_URL: environment.SANDBOX_URL || stackUrls(choosePorts(environment)).sandbox,
  };
}

/**
 * The mode of a stack on a developer's machine unless NODE_ENV names another one; `test` is what test runners set.
 * The processes themselves take an unset NODE_ENV for production.
 */
export function modeOf({ NODE_ENV }: NodeJS.ProcessEnv): string {
  return !NODE_ENV || NODE_ENV === 'test' ? 'development' : NODE_ENV;
}

/** Without certificates and keys, which are for the server of TEMPORAL_ADDRESS: our own server is reached in the clear. */
export function withoutKeysOfTemporal(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKey = (name: string) => /^TEMPORAL_(TLS|API_KEY|CONFIG_FILE|PROFILE|GRPC_META)/.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isKey(name)));
}

function withoutUndefined(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
