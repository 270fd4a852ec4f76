import { createServer } from 'node:net';

import { Failure } from '../failure.mjs';

const portMax = 65_535;
const secondOffset = 10;
const thirdOffset = 20;

/** Every port of the stack and its observers: the listener's title, the variable that moves it, and the default. */
export const portTable = {
  api: { variable: 'API_PORT', port: 3000, title: 'api' },
  checkout: { variable: 'CHECKOUT_PORT', port: 3001, title: 'checkout' },
  sandbox: { variable: 'SANDBOX_PORT', port: 3002, title: 'sandbox' },
  worker: { variable: 'WORKER_PORT', port: 3003, title: 'worker health' },
  staff: { variable: 'STAFF_PORT', port: 3008, title: 'pages for staff' },
  metrics: { variable: 'METRICS_PORT', port: 3004, title: 'metrics of the api' },
  checkoutMetrics: { variable: 'CHECKOUT_METRICS_PORT', port: 3005, title: 'metrics of the checkout' },
  workerMetrics: { variable: 'WORKER_METRICS_PORT', port: 3006, title: 'metrics of the worker' },
  sdkMetrics: { variable: 'SDK_METRICS_PORT', port: 3007, title: "metrics of the worker's Temporal SDK" },
  temporal: { variable: 'TEMPORAL_PORT', port: 7233, title: 'Temporal' },
  temporalUi: { variable: 'TEMPORAL_UI_PORT', port: 8233, title: 'Temporal UI' },
  postgres: { variable: 'POSTGRES_PORT', port: 54329, title: 'Postgres' },
  prometheus: { variable: 'PROMETHEUS_PORT', port: 9090, title: 'Prometheus' },
  alertmanager: { variable: 'ALERTMANAGER_PORT', port: 9093, title: 'Alertmanager' },
} as const;

export type PortName = keyof typeof portTable;
export type Ports = Readonly<Record<PortName, number>>;
type Repeated = 'api' | 'worker' | 'metrics' | 'workerMetrics' | 'sdkMetrics';
type FurtherPort = `${Repeated}${2 | 3}` | 'checkout2' | 'checkoutMetrics2';
export type StackPorts = Readonly<Record<PortName | FurtherPort, number>>;

const portNames = Object.keys(portTable) as PortName[];

/** The ports of one stack: each its default or its variable, all moved by PORT_OFFSET and by `offset`. */
export function choosePorts(environment: NodeJS.ProcessEnv, offset = 0): Ports {
  const shift = wholeNumber('PORT_OFFSET', environment.PORT_OFFSET, 0) + offset;
  const names = new Map<number, string>();
  const choose = (name: PortName) => {
    const { variable, port } = portTable[name];
    const chosen = wholeNumber(variable, environment[variable], port) + shift;
    if (chosen < 1 || chosen > portMax)
      throw new Failure(`${variable} would be ${chosen}, but a port is between 1 and ${portMax}.`);
    const other = names.get(chosen);
    if (other !== undefined)
      throw new Failure(`${other} and ${variable} are both ${chosen}.`, ['Give each its own port.']);
    names.set(chosen, variable);
    return chosen;
  };
  return Object.fromEntries(portNames.map((name) => [name, choose(name)])) as Ports;
}

/** With the ports of the second checkout, and of the second and the third api and worker, beside those of the first. */
export function withFurtherPorts(ports: Ports): StackPorts {
  return {
    ...ports,
    api2: ports.api + secondOffset,
    checkout2: ports.checkout + secondOffset,
    // An offset of ten would be the Postgres of a test with a stack of its own.
    checkoutMetrics2: ports.checkout + secondOffset + 1,
    worker2: ports.worker + secondOffset,
    metrics2: ports.metrics + secondOffset,
    workerMetrics2: ports.workerMetrics + secondOffset,
    sdkMetrics2: ports.sdkMetrics + secondOffset,
    api3: ports.api + thirdOffset,
    worker3: ports.worker + thirdOffset,
    metrics3: ports.metrics + thirdOffset,
    workerMetrics3: ports.workerMetrics + thirdOffset,
    sdkMetrics3: ports.sdkMetrics + thirdOffset,
  };
}

/** Rejects with a Failure that names the first port that is taken. */
export async function requireFreePorts(ports: Ports, names: readonly PortName[]): Promise<void> {
  for (const name of portNames.filter((one) => names.includes(one))) {
    await requireFreePort(ports[name], portTable[name]);
  }
}

/** Rejects if the port is taken, with a Failure that names the port, its listener and the variable that moves it. */
export async function requireFreePort(
  port: number,
  { title, variable }: { readonly title: string; readonly variable: string },
): Promise<void> {
  // On loopback and on all addresses: either may be taken by itself.
  if ((await canListen(port, '127.0.0.1')) && (await canListen(port, undefined))) return;
  throw new Failure(`Port ${port} (${title}) is taken.`, [
    `Stop the program that listens there, or set ${variable} or PORT_OFFSET (PORT_OFFSET=100 shifts all ports).`,
  ]);
}

function wholeNumber(variable: string, text: string | undefined, byDefault: number): number {
  if (text === undefined || text === '') return byDefault;
  if (!/^-?\d{1,5}$/.test(text)) throw new Failure(`${variable}=${text} is not a whole number.`);
  return Number(text);
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
