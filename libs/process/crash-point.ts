import { writeSync } from 'node:fs';

/** The places where the order of money has its gaps: what was done just before is done, what comes next is not. */
export const crashPoints = [
  'after row',
  'after flow',
  'before provider',
  'after provider',
  'after record',
  'before apply',
  'after apply',
  'before look-up',
  'after look-up',
  'before delivery',
  'after delivery',
  'after inbox',
  'after posting',
  'after choice',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

const standardError = 2;

/**
 * Where a chaos run lets this process end as if its power had been cut. Does nothing unless CRASH_POINTS names the
 * place with a probability per passage ("after row:0.02,before provider:0.02"); CRASH_SEED repeats the choices.
 */
export function crashPoint(name: CrashPoint): void {
  const probability = chances.get(name);
  if (probability === undefined || draw() >= probability) return;
  // Written at once, because nothing that waits in a buffer survives the next line.
  writeSync(standardError, `${JSON.stringify({ crashPoint: name })}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Probability by place. Throws on a place that does not exist, and on any at all in production. */
export function readCrashPoints(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, number> {
  const text = environment['CRASH_POINTS']?.trim() ?? '';
  if (text === '') return new Map();
  if (environment['NODE_ENV'] === 'production') {
    throw new Error('CRASH_POINTS is for chaos runs: NODE_ENV=production refuses it.');
  }
  return new Map(text.split(',').map(readEntry));
}

function readEntry(entry: string): readonly [string, number] {
  const [name = '', probability = ''] = entry.split(':').map((part) => part.trim());
  if (!crashPoints.some((known) => known === name)) {
    throw new Error(`CRASH_POINTS: there is no place "${name}"; places: ${crashPoints.join(', ')}.`);
  }
  const chance = Number(probability);
  if (probability !== '' && chance >= 0 && chance <= 1) return [name, chance];
  throw new Error(`CRASH_POINTS: "${name}" needs a probability from 0 to 1.`);
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

const chances = readCrashPoints(process.env);
const draw = createDraw(Number(process.env['CRASH_SEED'] ?? 1));
