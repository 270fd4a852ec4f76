import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayRefusal } from './gateway-refusal.js';
import { classifyAnswer } from './classify-answer.js';
import { NoAnswer } from './no-answer.js';
import type { Sender } from './send-signed.js';

/** How long, and how often, a call is repeated that got no clear answer. */
export type Patience = {
  /** No further try begins when so much time has passed since the first, in milliseconds. */
  readonly patienceMs: number;
  /** Before the second try; doubles up to `pauseMaxMs`. `Retry-After` prolongs it. */
  readonly pauseMs: number;
};

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The same bytes on every try; each is signed anew, for its own time. */
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
};

/**
 * `wasUnclear`: a try before the last, or the last, may have done its work without our knowing. `refusal` and `fault` are
 * what the last try came to.
 */
export type Repeated =
  | { readonly kind: 'answered'; readonly value: unknown }
  | {
      readonly kind: 'refused' | 'gaveUp';
      readonly problem: GatewayRefusal | NoAnswer;
      readonly wasUnclear: boolean;
      readonly tries: number;
    };

const pauseMaxMs = 8_000;

/**
 * Sends the same content until there is a clear answer (specification §2 and §8, contract §4): after 504 and a lost
 * connection, because that joins what was begun; after 503 and 429, because nothing was.
 */
export async function repeatCall(sender: Sender, call: Call, patience: Patience): Promise<Repeated> {
  const deadline = Date.now() + patience.patienceMs;
  let wasUnclear = false;
  for (let tries = 1; ; tries += 1) {
    const classified = await tryOnce(sender, call);
    if (classified.kind === 'answered') return classified;
    const { problem } = classified;
    wasUnclear ||= classified.kind === 'unclear';
    if (classified.kind === 'refused') return { kind: 'refused', problem, wasUnclear, tries };
    const pauseMs = pauseAfter(problem, patience.pauseMs * 2 ** (tries - 1));
    if (Date.now() + pauseMs >= deadline) return { kind: 'gaveUp', problem, wasUnclear, tries };
    await sleep(pauseMs, undefined, { signal: call.signal });
  }
}

type Tried =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'refused' | 'unclear' | 'later'; readonly problem: GatewayRefusal | NoAnswer };

async function tryOnce(sender: Sender, { method, path, body, signal }: Call): Promise<Tried> {
  try {
    const answer = await sender.send(method, path, body, { signal });
    const classified = classifyAnswer(answer);
    if (classified.kind === 'answered') return classified;
    const foreign = new Error(`HTTP ${answer.httpStatus} without a body of the gateway`);
    return {
      kind: classified.kind,
      problem: classified.refusal ?? new NoAnswer(`${method} ${path}`, foreign),
    };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { kind: 'unclear', problem: error };
  }
}

function pauseAfter(problem: GatewayRefusal | NoAnswer, pauseMs: number): number {
  const asked = 'retryAfterSeconds' in problem ? (problem.retryAfterSeconds ?? 0) * millisecondsPerSecond : 0;
  return Math.max(asked, Math.min(pauseMs, pauseMaxMs));
}

const millisecondsPerSecond = 1_000;
