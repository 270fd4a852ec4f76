import { createServer } from 'node:net';

import { Failure } from '../failure.mjs';

const portMax = 65_535;

/** Every port of the stack: what listens there, the variable that moves it, and where it is by default. */
export const portTable = /** @type {const} */ ({
  api: { variable: 'API_PORT', port: 3000, title: 'api' },
  checkout: { variable: 'CHECKOUT_PORT', port: 3001, title: 'checkout' },
  sandbox: { variable: 'SANDBOX_PORT', port: 3002, title: 'sandbox' },
  worker: { variable: 'WORKER_PORT', port: 3003, title: 'worker health' },
  metrics: { variable: 'METRICS_PORT', port: 3004, title: 'metrics of the api' },
  temporal: { variable: 'TEMPORAL_PORT', port: 7233, title: 'Temporal' },
  temporalUi: { variable: 'TEMPORAL_UI_PORT', port: 8233, title: 'Temporal UI' },
  postgres: { variable: 'POSTGRES_PORT', port: 54329, title: 'Postgres' },
});

/** @typedef {keyof typeof portTable} PortName */
/** @typedef {Record<PortName, number>} Ports */

/** @type {readonly PortName[]} */
const portNames = ['api', 'checkout', 'sandbox', 'worker', 'metrics', 'temporal', 'temporalUi', 'postgres'];

/**
 * The ports of one stack: each its default or its variable, all moved by PORT_OFFSET and by `offset`.
 * @param {NodeJS.ProcessEnv} environment
 * @param {number} [offset] comes on top of PORT_OFFSET
 * @returns {Ports}
 */
export function choosePorts(environment, offset = 0) {
  const shift = wholeNumber('PORT_OFFSET', environment.PORT_OFFSET, 0) + offset;
  const choose = (/** @type {PortName} */ name) => {
    const { variable, port } = portTable[name];
    const chosen = wholeNumber(variable, environment[variable], port) + shift;
    if (chosen >= 1 && chosen <= portMax) return chosen;
    throw new Failure(`${variable} would be ${chosen}: a port is 1 to ${portMax}.`);
  };
  const ports = {
    api: choose('api'),
    checkout: choose('checkout'),
    sandbox: choose('sandbox'),
    worker: choose('worker'),
    metrics: choose('metrics'),
    temporal: choose('temporal'),
    temporalUi: choose('temporalUi'),
    postgres: choose('postgres'),
  };
  refuseTwice(ports);
  return ports;
}

const secondOffset = 10;

/**
 * With the ports of the second api and worker beside those of the first.
 * @param {Ports} ports
 */
export function withSecondPorts(ports) {
  return {
    ...ports,
    api2: ports.api + secondOffset,
    worker2: ports.worker + secondOffset,
    metrics2: ports.metrics + secondOffset,
  };
}

/**
 * Throws a Failure that names the first of the ports somebody else listens on.
 * @param {Ports} ports
 * @param {readonly PortName[]} names
 */
export async function requireFreePorts(ports, names) {
  for (const name of portNames.filter((one) => names.includes(one))) {
    await requireFreePort(ports[name], portTable[name]);
  }
}

/**
 * Throws a Failure that names the port, if somebody else listens there.
 * @param {number} port
 * @param {{ readonly title: string, readonly variable: string }} entry what wants to listen there, and what moves it
 */
export async function requireFreePort(port, { title, variable }) {
  if (await isFree(port)) return;
  throw new Failure(`Port ${port} (${title}) is taken.`, [
    `End the program that listens there, or set ${variable} or PORT_OFFSET (PORT_OFFSET=100 shifts all ports).`,
  ]);
}

/**
 * @param {string} variable
 * @param {string | undefined} text
 * @param {number} byDefault
 */
function wholeNumber(variable, text, byDefault) {
  if (text === undefined || text === '') return byDefault;
  if (!/^-?\d{1,5}$/.test(text)) throw new Failure(`${variable}=${text} is not a whole number.`);
  return Number(text);
}

/** @param {Ports} ports */
function refuseTwice(ports) {
  /** @type {Map<number, string>} */
  const variables = new Map();
  for (const name of portNames) {
    const port = ports[name];
    const { variable } = portTable[name];
    const other = variables.get(port);
    if (other !== undefined)
      throw new Failure(`${other} and ${variable} are both ${port}.`, ['Give each its own port.']);
    variables.set(port, variable);
  }
}

/**
 * Whether one can listen there, on loopback and on all addresses: either may be taken by itself.
 * @param {number} port
 */
async function isFree(port) {
  for (const host of ['127.0.0.1', undefined]) if (!(await canListen(port, host))) return false;
  return true;
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<boolean>}
 */
function canListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
