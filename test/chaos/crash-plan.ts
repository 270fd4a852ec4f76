import { readFileSync } from 'node:fs';
import type { CrashPoint } from '#process/crash-point';

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
  'after look-up': 0.25,
  'before delivery': 1.1,
  'after delivery': 1.1,
  'after inbox': 0.8,
  'after posting': 0.2,
  'after choice': 0.3,
};

const chanceMax = 0.25;

/** CRASH_POINTS for a run in which so many transactions should meet so many crashes. */
export function planCrashes(transactions: number, crashes: number): string {
  const places = Object.entries(passagesPerTransaction);
  return places
    .map(([place, passages]) => {
      const chance = crashes / places.length / (transactions * passages);
      return `${place}:${Math.min(chanceMax, chance).toFixed(5)}`;
    })
    .join(',');
}

/** How often a process of these logs died at each place. */
export function countCrashes(logFiles: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>(Object.keys(passagesPerTransaction).map((place) => [place, 0]));
  for (const file of logFiles) {
    for (const [, place = ''] of readFileSync(file, 'utf8').matchAll(/^\{"crashPoint":"([^"]+)"\}$/gm)) {
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return counts;
}
