import { join } from 'node:path';

/** Where each part is reached from this machine, by its ports. */
export function stackUrls(/** @type {import('./ports.mjs').Ports} */ ports) {
  const api = `http://localhost:${ports.api}`;
  return {
    api,
    docs: `${api}/docs`,
    checkout: `http://localhost:${ports.checkout}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    worker: `http://localhost:${ports.worker}`,
    metrics: `http://localhost:${ports.metrics}/metrics`,
    temporalUi: `http://localhost:${ports.temporalUi}`,
  };
}

/**
 * The environment every process of a stack gets; beside it, each that needs the database gets its own DATABASE_URL.
 * PORT_OFFSET is already in its ports, so it must not be in it again.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.environment
 * @param {import('./ports.mjs').Ports} options.ports
 * @param {string} options.dataDirectory
 * @param {string} options.configFile
 * @param {import('./secrets.mjs').GatewaySecrets} options.secrets
 * @param {import('./temporal.mjs').Temporal} options.temporal
 * @returns {Record<string, string>}
 */
export function stackEnvironment({ environment, ports, dataDirectory, configFile, secrets, temporal }) {
  const urls = stackUrls(ports);
  const { PORT_OFFSET: _, DATABASE_URL: __, ...rest } = environment;
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
    METRICS_PORT: String(ports.metrics),
    API_URL: urls.api,
    CHECKOUT_URL: urls.checkout,
    SANDBOX_URL: urls.sandbox,
    GATEWAY_CONFIG: configFile,
    GATEWAY_DATA: dataDirectory,
    SANDBOX_DATA: environment.SANDBOX_DATA || join(dataDirectory, 'sandbox'),
  };
}

/**
 * What a stack on a developer's machine says it is, where nobody says anything else; `test` is what test runners set.
 * The processes themselves take nothing for production.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string}
 */
export function modeOf({ NODE_ENV }) {
  return !NODE_ENV || NODE_ENV === 'test' ? 'development' : NODE_ENV;
}

/**
 * A server of our own is reached in the clear: certificates and keys are for one that TEMPORAL_ADDRESS names.
 * @param {NodeJS.ProcessEnv} environment
 */
export function withoutKeysOfTemporal(environment) {
  const isKey = (/** @type {string} */ name) =>
    /^TEMPORAL_(TLS|API_KEY|CONFIG_FILE|PROFILE|GRPC_META)/.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isKey(name)));
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Record<string, string>}
 */
function withoutUndefined(environment) {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
