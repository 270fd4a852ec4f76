const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const durationForm = /^(\d{1,9})(ms|s|m|h|d)$/;

/** `30s`, `5m`, `7d` to milliseconds; undefined for what is no duration. Units: ms, s, m, h, d. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = durationForm.exec(text) ?? [];
  if (count === undefined || !isUnit(unit)) return undefined;
  return Number(count) * milliseconds[unit];
}

function isUnit(unit: string | undefined): unit is keyof typeof milliseconds {
  return unit !== undefined && Object.hasOwn(milliseconds, unit);
}
