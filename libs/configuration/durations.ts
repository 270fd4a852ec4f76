/** Milliseconds of each unit, the longest first. */
const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;
const durationForm = /^(\d{1,9})(ms|s|m|h|d)$/;

/** `30s`, `5m`, `7d` to milliseconds; undefined for what is no duration. Units: ms, s, m, h, d. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = durationForm.exec(text) ?? [];
  if (count === undefined || !isUnit(unit)) return undefined;
  return Number(count) * units[unit];
}

/** The same for a text whose form the schema has checked. */
export function toMilliseconds(duration: string): number {
  const milliseconds = parseDuration(duration);
  if (milliseconds === undefined) throw new Error('the schema lets only durations through');
  return milliseconds;
}

/** Milliseconds as the file writes them, in the longest unit that gives a whole number. */
export function writeDuration(milliseconds: number): string {
  const [unit, length] = Object.entries(units).find(
    ([, one]) => milliseconds % one === 0 && milliseconds >= one,
  ) ?? ['s', units.s];
  return `${milliseconds / length}${unit}`;
}

function isUnit(unit: string | undefined): unit is keyof typeof units {
  return unit !== undefined && Object.hasOwn(units, unit);
}
