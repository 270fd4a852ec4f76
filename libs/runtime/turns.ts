import { setTimeout as sleep } from 'node:timers/promises';

/** The asker, the MID and its rate; undefined: unlimited. */
type Turn = {
  readonly mid: string;
  readonly asker: string;
  readonly perSecond: number | undefined;
  /** How long it may wait for its turn, in milliseconds. */
  readonly waitMs: number;
};

/** Takes turns that are left in this second, of those that all processes share. */
export type TakeTurns = (asked: {
  readonly mid: string;
  readonly asker: string;
  readonly perSecond: number;
  readonly wanted: number;
}) => Promise<{ readonly granted: number; readonly remainingMs: number }>;

export type Turns = {
  /** Runs the call in its turn; undefined, without running it, if no turn came in time. Rejects if turns cannot be taken. */
  readonly run: <Answer extends object>(
    turn: Turn,
    ask: () => Promise<Answer>,
  ) => Promise<Answer | undefined>;
};

/** Limits per asker in this process: concurrent calls, and calls that wait for their turn. */
export type TurnLimits = { readonly atOnceMax: number; readonly waitingMax: number };

type Waiting = {
  readonly until: number;
  readonly settle: (hasTurn: boolean) => void;
  readonly fail: (error: unknown) => void;
};
type Queue = {
  readonly waiting: Waiting[];
  perSecond: number | undefined;
  underWay: number;
  isServed: boolean;
};

/** Spreads out the processes that wait for the same second, in milliseconds. */
const spreadMs = 25;
const secondMs = 1_000;

/**
 * Turns of askers, first come first served within each asker, so that one that asks for very many takes no other's.
 * A call that cannot get its turn in time is refused immediately.
 */
export function createTurns(take: TakeTurns, { atOnceMax, waitingMax }: TurnLimits): Turns {
  const queues = new Map<string, Queue>();

  const queueOf = (name: string): Queue => {
    const known = queues.get(name) ?? { waiting: [], perSecond: undefined, underWay: 0, isServed: false };
    queues.set(name, known);
    return known;
  };
  const forgetIdle = (name: string, { waiting, underWay, isServed }: Queue) => {
    if (waiting.length === 0 && underWay === 0 && !isServed) queues.delete(name);
  };

  const grant = (queue: Queue, count: number) => {
    for (const { until, settle } of queue.waiting.splice(0, count)) {
      const isInTime = performance.now() <= until;
      if (isInTime) queue.underWay += 1;
      settle(isInTime);
    }
  };

  const serveAll = async (turn: Turn, queue: Queue) => {
    const { mid, asker } = turn;
    for (;;) {
      const wanted = Math.min(queue.waiting.length, atOnceMax - queue.underWay);
      if (wanted <= 0) return;
      const { perSecond } = queue;
      if (perSecond === undefined) {
        grant(queue, wanted);
        continue;
      }
      const { granted, remainingMs } = await take({ mid, asker, perSecond, wanted });
      grant(queue, granted);
      if (granted < wanted) await sleep(Math.min(secondMs, remainingMs) + Math.random() * spreadMs);
    }
  };

  const serve = (name: string, turn: Turn, queue: Queue) => {
    if (queue.isServed) return;
    queue.isServed = true;
    void serveAll(turn, queue)
      .catch((error: unknown) => queue.waiting.splice(0).forEach(({ fail }) => fail(error)))
      .finally(() => {
        queue.isServed = false;
        // Calls that arrived in between were not counted.
        if (queue.waiting.length > 0 && queue.underWay < atOnceMax) serve(name, turn, queue);
        else forgetIdle(name, queue);
      });
  };

  const turnComes = (name: string, turn: Turn, queue: Queue): Promise<boolean> => {
    const { perSecond, waitMs } = turn;
    queue.perSecond = perSecond;
    const inTimeMax = perSecond === undefined ? waitingMax : perSecond * (1 + waitMs / secondMs);
    if (queue.waiting.length >= Math.min(waitingMax, inTimeMax)) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        resolve(false);
      };
      const timer = setTimeout(leaveQueue, Math.max(0, waitMs));
      const waiting: Waiting = {
        until: performance.now() + waitMs,
        settle(hasTurn) {
          clearTimeout(timer);
          resolve(hasTurn);
        },
        fail(error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error('no turns can be taken'));
        },
      };
      queue.waiting.push(waiting);
      serve(name, turn, queue);
    });
  };

  return {
    async run(turn, ask) {
      const name = JSON.stringify([turn.mid, turn.asker]);
      const queue = queueOf(name);
      try {
        if (!(await turnComes(name, turn, queue))) return undefined;
      } finally {
        forgetIdle(name, queue);
      }
      try {
        return await ask();
      } finally {
        queue.underWay -= 1;
        serve(name, turn, queue);
      }
    },
  };
}
