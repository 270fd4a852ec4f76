import { writeSync } from 'node:fs';

/** The places where a crash matters for money: the step before is done, the next one is not. */
export const crashPoints = [
  'after row',
  'after flow',
  'before provider',
  'after provider',
  'after record',
  'before apply',
  'after apply',
  'before look-up',
  'after closing',
  'after look-up',
  'before delivery',
  'after delivery',
  'after inbox',
  'after posting',
  'after choice',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

/** The places of the job that exports and drops months, which no chaos run passes. */
const retentionPoints = ['after export', 'after proof', 'after detach', 'after drop'] as const;

type AnyPoint = CrashPoint | (typeof retentionPoints)[number];

type PointsVariable = 'CRASH_POINTS' | 'FREEZE_POINTS';

const standardError = 2;

const stoppingMs = 50;

/**
 * Where a chaos run lets this process end as if its power had been cut, or stand still as on a machine that hangs.
 * Does nothing unless CRASH_POINTS or FREEZE_POINTS names the place with a probability per passage
 * ("after row:0.02,before provider:0.02"); CRASH_SEED repeats the choices. A process that is
 * frozen must be resumed from outside (SIGCONT).
 */
export function crashPoint(name: AnyPoint): void {
  if (isDrawn(deaths, name)) {
    // Written at once, because nothing that waits in a buffer survives the next line.
    writeSync(standardError, `${JSON.stringify({ crashPoint: name })}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
  if (freezesLeft > 0 && isDrawn(freezes, name)) {
    freezesLeft -= 1;
    writeSync(standardError, `${JSON.stringify({ freezePoint: name })}\n`);
    process.kill(process.pid, 'SIGSTOP');
    // The signal may stop another thread first: this one waits until it is stopped as well.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, stoppingMs);
  }
}

function isDrawn(chances: ReadonlyMap<string, number>, name: AnyPoint): boolean {
  const probability = chances.get(name);
  return probability !== undefined && draw() < probability;
}

/** Probability by place. Throws on a place that does not exist, and on any at all outside development. */
export function readCrashPoints(
  environment: Readonly<Record<string, string | undefined>>,
  variable: PointsVariable = 'CRASH_POINTS',
): ReadonlyMap<string, number> {
  const text = environment[variable]?.trim() ?? '';
  if (text === '') return new Map();
  if (environment['NODE_ENV'] !== 'development') {
    throw new Error(`${variable} is for chaos runs: only NODE_ENV=development takes it, production never.`);
  }
  return new Map(text.split(',').map((entry) => readEntry(variable, entry)));
}

function readEntry(variable: PointsVariable, entry: string): readonly [string, number] {
  const [name = '', probability = ''] = entry.split(':').map((part) => part.trim());
  const places = [...crashPoints, ...retentionPoints];
  if (!places.some((known) => known === name)) {
    throw new Error(`${variable}: there is no place "${name}"; places: ${places.join(', ')}.`);
  }
  const chance = Number(probability);
  if (probability !== '' && chance >= 0 && chance <= 1) return [name, chance];
  throw new Error(`${variable}: "${name}" needs a probability from 0 to 1.`);
}

/** The sequence of the mulberry32 generator: small, and the same everywhere. */
function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const deaths = readCrashPoints(process.env, 'CRASH_POINTS');
const freezes = readCrashPoints(process.env, 'FREEZE_POINTS');
/** FREEZES_MAX: how many times one process stands still at most. */
let freezesLeft = Number(process.env['FREEZES_MAX'] ?? Infinity);
const draw = createDraw(Number(process.env['CRASH_SEED'] ?? 1));
