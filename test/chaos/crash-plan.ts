import { readFileSync } from 'node:fs';
import type { CrashPoint } from '#runtime/crash-point';

/**
 * About how often one transaction of the mix comes past each place, counted in runs under faults; it makes every place
 * about equally deadly. Few first calls are answered in such weather, and few transactions need a look-up.
 */
const passagesPerTransaction: Readonly<Record<CrashPoint, number>> = {
  'after row': 1,
  'after flow': 0.04,
  'before provider': 0.9,
  'after provider': 0.9,
  'after record': 0.9,
  'before apply': 0.7,
  'after apply': 0.6,
  'before look-up': 0.3,
  'after closing': 0.25,
  'after look-up': 0.25,
  'before delivery': 1.1,
  'after delivery': 1.1,
  'after inbox': 0.8,
  'after posting': 0.2,
  'after choice': 0.3,
};

/**
 * Where a worker stands still, by weight: between an attempt's row, its call and its record above all, because there
 * the other worker takes over what this one will go on with.
 */
const freezeShares: Readonly<Partial<Record<CrashPoint, number>>> = {
  'before provider': 4,
  'after provider': 3,
  'before apply': 1,
  'before look-up': 1,
};

const chanceMax = 0.25;

/** CRASH_POINTS for a run with this number of transactions and of crashes. */
export function planCrashes(transactions: number, crashes: number): string {
  const places = Object.keys(passagesPerTransaction) as CrashPoint[];
  return listPlaces(transactions, crashes, Object.fromEntries(places.map((place) => [place, 1])));
}

/** FREEZE_POINTS for a run with this number of transactions and of freezes. */
export function planFreezes(transactions: number, freezes: number): string {
  return listPlaces(transactions, freezes, freezeShares);
}

function listPlaces(
  transactions: number,
  wanted: number,
  shares: Readonly<Partial<Record<CrashPoint, number>>>,
): string {
  const all = Object.values(shares).reduce((sum, share) => sum + share, 0);
  return (Object.entries(shares) as [CrashPoint, number][])
    .map(([place, share]) => {
      const chance = (wanted * share) / all / (transactions * passagesPerTransaction[place]);
      return `${place}:${Math.min(chanceMax, chance).toFixed(5)}`;
    })
    .join(',');
}

/** How often a process of these logs died at each place. */
export function countCrashes(logFiles: readonly string[]): ReadonlyMap<string, number> {
  return countLines(logFiles, 'crashPoint', Object.keys(passagesPerTransaction));
}

/** How often a process of these logs stood still at each place. */
export function countFreezes(logFiles: readonly string[]): ReadonlyMap<string, number> {
  return countLines(logFiles, 'freezePoint', Object.keys(freezeShares));
}

function countLines(
  logFiles: readonly string[],
  word: 'crashPoint' | 'freezePoint',
  places: readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>(places.map((place) => [place, 0]));
  const line = new RegExp(`^\\{"${word}":"([^"]+)"\\}$`, 'gm');
  for (const file of logFiles) {
    for (const [, place = ''] of readFileSync(file, 'utf8').matchAll(line)) {
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return counts;
}
