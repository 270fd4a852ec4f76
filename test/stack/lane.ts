import { createServer } from 'node:net';

/**
 * Test files that need a whole system run in lanes: several at a time, one file at a time in each lane, which has ports
 * and a shared stack of its own. So no file sees the traffic of another.
 */
export const lanesMax = 12;

/** Which of a lane's systems: the one that its files share, a file's own, and one behind that as its provider. */
export type Place = keyof typeof places;
const places = { shared: 0, own: 1, upstream: 2 };

/** Below the ports that the system gives to clients, which may be taken at any time. */
const firstPort = 20_000 + Number(process.env['TEST_PORT_OFFSET'] ?? 5_000);
/** The second api, checkout and worker have ports of their own, ten after those of the first. */
const portsOfStack = 20;

/** The ports of one system, as the variables that move them. */
export function portsOf(lane: number, place: Place): Readonly<Record<string, string>> {
  const first = firstPortOf(lane) + places[place] * portsOfStack;
  return {
    API_PORT: String(first),
    CHECKOUT_PORT: String(first + 1),
    SANDBOX_PORT: String(first + 2),
    WORKER_PORT: String(first + 3),
    METRICS_PORT: String(first + 4),
    WORKER_METRICS_PORT: String(first + 5),
    SDK_METRICS_PORT: String(first + 6),
    CHECKOUT_METRICS_PORT: String(first + 7),
    TEMPORAL_PORT: String(first + 8),
    TEMPORAL_UI_PORT: String(first + 9),
    POSTGRES_PORT: String(first + 17),
    STAFF_PORT: String(first + 18),
  };
}

/** Vitest may read this file anew for each test file of a process. */
const held = globalThis as { gatewayLane?: Promise<number> };

/**
 * The lane of this process, from 1 on: the first whose own port is free. It is held by listening there, so that no
 * other process has it until this one ends. Vitest's number of a worker would not do: it changes from file to file,
 * and what a process has read of its lane stays.
 */
export function ownLane(): Promise<number> {
  return (held.gatewayLane ??= takeLane());
}

async function takeLane(): Promise<number> {
  for (let lane = 1; lane <= lanesMax; lane += 1) {
    if (await hold(firstPortOf(lane) + portsOfStack - 1)) return lane;
  }
  throw new Error(`All ${lanesMax} lanes are taken; TEST_PORT_OFFSET moves their ports`);
}

function hold(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true)).unref();
  });
}

function firstPortOf(lane: number): number {
  return firstPort + (lane - 1) * Object.keys(places).length * portsOfStack;
}
