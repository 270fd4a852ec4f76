import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Temporal, Connection } from '@temporalio/client';
import { Client } from 'pg';
import { carryOver } from '#contracts/carry-over';
import { workflowTypes } from '#contracts/transaction-workflow';
import { links, type ChaosStack } from './chaos-stack.js';
import { workerNames, type AppName } from './parts.js';
import { nameFault, type Fault, type PlannedFault, type Swap } from './plan-faults.js';

export type Injection = { readonly name: string; readonly atMs: number; readonly lastedMs: number };

const restartTriesMax = 5;
const databaseLinks = links.filter((link) => link.endsWith(' to Postgres'));
/** While one worker stalls the other carries on. */
const oneStall = 'stall';
/** The builds of workers change one at a time: what runs where depends on all of them. */
const oneRelease = 'release';

export type Injecting = {
  readonly hasEnded: () => boolean;
  /** Absent where no other build was asked for. */
  readonly swap?: ((swap: Swap) => Promise<void>) | undefined;
};

/** Carries out the plan; two faults at one place follow each other. Returns what was really done, when all is healed. */
export async function injectFaults(
  chaos: ChaosStack,
  plan: readonly PlannedFault[],
  { hasEnded, swap }: Injecting,
): Promise<readonly Injection[]> {
  const startedAt = Date.now();
  const done: Injection[] = [];
  const busy = new Map<string, Promise<void>>();
  const tasks: Promise<void>[] = [];
  for (const { atMs, fault } of plan) {
    await sleep(Math.max(0, startedAt + atMs - Date.now()));
    if (hasEnded()) break;
    const places = placesOf(fault);
    const before = Promise.all(places.flatMap((place) => busy.get(place) ?? []));
    const task = before.then(async () => {
      const began = Date.now();
      await (fault.kind === 'swap' ? swap?.(fault) : inject(chaos, fault));
      done.push({ name: nameFault(fault), atMs: began - startedAt, lastedMs: Date.now() - began });
    });
    for (const place of places) busy.set(place, task);
    tasks.push(task);
  }
  await Promise.all(tasks);
  return done;
}

function placesOf(fault: Fault): readonly string[] {
  if (fault.kind === 'weather') return [fault.link];
  if (fault.kind === 'stall') return [fault.part, oneStall];
  if (fault.kind === 'swap')
    return workerNames.some((name) => name === fault.part) ? [fault.part, oneRelease] : [fault.part];
  return fault.part === 'Postgres' ? [fault.part, ...databaseLinks] : [fault.part];
}

async function inject(chaos: ChaosStack, fault: Exclude<Fault, Swap>): Promise<void> {
  switch (fault.kind) {
    case 'weather': {
      chaos.proxies[fault.link].change(fault.weather);
      await sleep(fault.lastsMs);
      chaos.proxies[fault.link].change({ kind: 'pass' });
      return;
    }
    case 'restart':
      await chaos.stack.apps[fault.part].kill('SIGTERM');
      return;
    case 'drop':
      return dropConnections(chaos);
    case 'fill':
      return fill(chaos, fault.lastsMs);
    case 'kill':
      return kill(chaos, fault);
    case 'freeze':
    case 'stall':
      return freeze(chaos, fault);
    case 'forget':
      return insist(() => chaos.stack.temporal.forget());
    case 'carryOver':
      return insist(() => carryAllOver(chaos));
  }
}

/** Apps are started again by their supervisor; servers here. */
async function kill(chaos: ChaosStack, { part, lastsMs }: Extract<Fault, { kind: 'kill' | 'freeze' }>) {
  const server = serverOf(chaos, part);
  if (!server) {
    await chaos.stack.apps[part as AppName].kill();
    return;
  }
  await server.kill();
  await sleep(lastsMs);
  await insist(() => server.restart());
}

async function insist(restart: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await restart();
    } catch (error) {
      if (tries >= restartTriesMax) throw error;
    }
  }
}

/** A server that ended for want of room is started again when there is room again. */
async function fill({ disk, stack }: ChaosStack, lastsMs: number): Promise<void> {
  const makeRoom = await disk?.fill();
  await sleep(lastsMs);
  await makeRoom?.();
  await insist(() => stack.postgres.restart());
}

async function freeze(
  chaos: ChaosStack,
  { part, lastsMs }: Extract<Fault, { kind: 'kill' | 'freeze' | 'stall' }>,
) {
  const frozen = serverOf(chaos, part) ?? chaos.stack.apps[part as AppName];
  // Stopping the postmaster leaves its connections alive: they are silenced on the way.
  const silenced = part === 'Postgres' ? databaseLinks : [];
  frozen.pause();
  for (const link of silenced) chaos.proxies[link].change({ kind: 'blackHole' });
  await sleep(lastsMs);
  frozen.resume();
  for (const link of silenced) chaos.proxies[link].change({ kind: 'pass' });
}

function serverOf({ stack }: ChaosStack, part: string) {
  if (part === 'Postgres') return stack.postgres;
  return part === 'Temporal' ? stack.temporal : undefined;
}

/** What has ended meanwhile needs no new run. */
async function carryAllOver({ stack }: ChaosStack): Promise<void> {
  const connection = await Connection.connect({ address: stack.temporal.address });
  try {
    const { workflow } = new Temporal({ connection });
    const types = Object.values(workflowTypes).map((type) => `'${type}'`);
    const query = `ExecutionStatus = 'Running' and WorkflowType in (${types.join(', ')})`;
    for await (const { workflowId } of workflow.list({ query }))
      await workflow
        .getHandle(workflowId)
        .signal(carryOver)
        .catch(() => undefined);
  } finally {
    await connection.close();
  }
}

async function dropConnections({ stack }: ChaosStack): Promise<void> {
  const client = new Client({ connectionString: stack.postgres.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'gateway %'`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
