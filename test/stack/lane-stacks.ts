import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { mendStack } from './mend-stack.js';
import { keepPreparedData } from './prepared-data.js';
import { startTestStack, type TestStack } from './start-test-stack.js';

type StackUrl =
  | 'api'
  | 'checkout'
  | 'sandbox'
  | 'staff'
  | 'metrics'
  | 'checkoutMetrics'
  | 'workerMetrics'
  | 'sdkMetrics'
  | 'temporalUi';

/** What the tests of a lane, in a process of their own, need to know of the stack that they share. */
export type SharedStack = {
  readonly urls: Readonly<Record<StackUrl, string>>;
  /** Of the second api and checkout. */
  readonly secondUrls: Readonly<Record<'api' | 'checkout', string>>;
  /** As the owner of the tables, to look at everything and to bend what the roles cannot. */
  readonly databaseUrl: string;
  /** As the role of each process. */
  readonly databaseUrls: Readonly<
    Record<'api' | 'worker' | 'checkout' | 'admin' | 'staff' | 'finance', string>
  >;
  readonly temporalAddress: string;
  readonly directory: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** GET `<laneStacks>/2` answers with the shared stack of lane 2; POST restarts it where it is broken. */
    laneStacks: string;
  }
}

export type LaneStacks = { readonly url: string; release(): Promise<void> };
type Held = { readonly offer: Promise<LaneStacks>; holders: number };

/** Vitest gives the set-up of each project modules of its own, all in one process: what they share hangs on that. */
const held = globalThis as { gatewayLaneStacks?: Held | undefined };

/** Set-up of the system tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stacks = await shareLaneStacks();
  project.provide('laneStacks', stacks.url);
  return () => stacks.release();
}

/** The shared stacks of the lanes, for all projects that need them. The last release stops them. */
export async function shareLaneStacks(): Promise<LaneStacks> {
  const own = (held.gatewayLaneStacks ??= { offer: offerStacks(), holders: 0 });
  own.holders += 1;
  const offer = await own.offer;
  return {
    url: offer.url,
    async release() {
      own.holders -= 1;
      if (own.holders > 0) return;
      held.gatewayLaneStacks = undefined;
      await offer.release();
    },
  };
}

/** Starts the stack of a lane when the first test of that lane asks for it. */
async function offerStacks(): Promise<LaneStacks> {
  const prepared = await keepPreparedData();
  const stacks = new Map<number, Promise<TestStack>>();
  const stackOf = (lane: number) => {
    const stack = stacks.get(lane) ?? startTestStack({ lane, place: 'shared' });
    stacks.set(lane, stack);
    // The next file of the lane tries again.
    stack.catch(() => stacks.delete(lane));
    return stack;
  };
  const mended = new Map<number, Promise<void>>();
  /** One at a time: of the tests that fail together, the first has it mended, and the others find it well. */
  const mend = async (lane: number) => {
    const stack = await stacks.get(lane);
    const before = mended.get(lane) ?? Promise.resolve();
    const mending = before.catch(() => undefined).then(() => stack && mendStack(stack.stack));
    mended.set(lane, mending);
    await mending;
    return {};
  };
  const server = createServer((request, response) => {
    const lane = Number(request.url?.slice(1));
    const answering = request.method === 'POST' ? mend(lane) : stackOf(lane).then(describeStack);
    void answering.then(
      (body) => answer(response, 200, body),
      (error: unknown) => answer(response, 500, error instanceof Error ? error.message : String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async release() {
      server.close();
      server.closeAllConnections();
      await Promise.all(
        [...stacks.values()].map((starting) =>
          starting.then(
            (stack) => stack.stop(),
            () => undefined,
          ),
        ),
      );
      await prepared.remove();
    },
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function describeStack({ stack, directory }: TestStack): SharedStack {
  const { docs: _, worker: __, ...urls } = stack.urls;
  const { api2, checkout2 } = stack.ports;
  return {
    urls,
    secondUrls: { api: `http://localhost:${api2}`, checkout: `http://localhost:${checkout2}` },
    databaseUrl: stack.postgres.url,
    databaseUrls: stack.databaseUrls,
    temporalAddress: stack.temporal.address,
    directory,
  };
}
