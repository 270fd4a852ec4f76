import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../fakes/seeded-random.js';

/**
 * What the way between two parts does to what passes:
 * - `pass`: nothing.
 * - `delay`: half of the connections let every piece wait for a time of their own, up to `maxMs`, also after its caller
 *   hung up, so that a request may arrive long after it was given up and asked about on a quicker one.
 * - `reset`: connections are cut, those that exist and new ones after a few bytes.
 * - `halfOpen`: what is sent arrives, no answer comes back.
 * - `blackHole`: nothing arrives, and neither side gets an error.
 */
export type Weather =
  | { readonly kind: 'pass' | 'reset' | 'halfOpen' | 'blackHole' }
  | { readonly kind: 'delay'; readonly maxMs: number };

export type FaultyProxy = {
  readonly port: number;
  change(weather: Weather): void;
  close(): Promise<void>;
};

const resetAfterMsMax = 300;
const slowShare = 0.5;

/** A TCP relay on a free port of this machine to a port of this machine, whose weather can be changed. */
export async function startFaultyProxy(upstreamPort: number, random: Random): Promise<FaultyProxy> {
  let weather: Weather = { kind: 'pass' };
  const pairs = new Set<Pair>();
  const server = createServer((caller) => {
    const pair = openPair(caller, upstreamPort, () => weather, random);
    pairs.add(pair);
    caller.once('close', () => pairs.delete(pair));
  });
  await listen(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return {
    port: address.port,
    change(next) {
      // What was swallowed cannot be made up for: such connections end with the weather that spoilt them.
      const isSpoilt = weather.kind === 'halfOpen' || weather.kind === 'blackHole';
      weather = next;
      for (const pair of pairs) {
        pair.draw();
        if (next.kind === 'reset' || isSpoilt) pair.cut();
      }
    },
    async close() {
      for (const pair of pairs) pair.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Pair = { draw(): void; cut(): void };

function openPair(caller: Socket, upstreamPort: number, weather: () => Weather, random: Random): Pair {
  const callee = connect({ port: upstreamPort, host: '127.0.0.1' });
  let delayMs = 0;
  const draw = () => {
    const current = weather();
    delayMs = current.kind === 'delay' && random.chance(slowShare) ? random.whole(0, current.maxMs) : 0;
  };
  const cut = () => {
    caller.resetAndDestroy();
    callee.resetAndDestroy();
  };
  draw();
  if (weather().kind === 'reset') setTimeout(cut, random.whole(0, resetAfterMsMax));
  for (const socket of [caller, callee]) socket.setNoDelay(true).on('error', () => undefined);
  relay(
    caller,
    callee,
    () => delayMs,
    () => weather().kind !== 'blackHole',
  );
  relay(
    callee,
    caller,
    () => delayMs,
    () => weather().kind !== 'blackHole' && weather().kind !== 'halfOpen',
  );
  return { draw, cut };
}

/** Passes on in order, each piece when its time has come; the end follows the last piece. */
function relay(from: Socket, to: Socket, delayMs: () => number, isOpen: () => boolean): void {
  let last: Promise<unknown> = Promise.resolve();
  const after = (act: () => void) => {
    const waitMs = delayMs();
    if (waitMs === 0 && idle) return act();
    idle = false;
    const due = waitMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs));
    const mine = Promise.all([last, due]).then(act);
    last = mine;
    void mine.then(() => {
      if (last === mine) idle = true;
    });
  };
  let idle = true;
  from.on('data', (piece: Buffer) =>
    after(() => {
      if (isOpen() && !to.destroyed) to.write(piece);
    }),
  );
  from.on('end', () => after(() => to.end()));
  from.on('close', () => after(() => to.destroy()));
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, () => resolve());
  });
}
