type Scale = readonly (readonly [from: number, divisor: number, suffix: string])[];

const seconds: Scale = [
  [86_400 * 2, 86_400, ' d'],
  [3_600 * 2, 3_600, ' h'],
  [120, 60, ' min'],
  [1, 1, ' s'],
  [0, 0.001, ' ms'],
];
const bytes: Scale = [
  [1e9, 1e9, ' GB'],
  [1e6, 1e6, ' MB'],
  [1e3, 1e3, ' kB'],
  [0, 1, ' B'],
];
const plain: Scale = [
  [1e6, 1e6, ' M'],
  [1e4, 1e3, ' k'],
  [0, 1, ''],
];

/** A figure as a person reads it, by the unit that its panel has in Grafana; undefined: a dash. */
export function formatValue(value: number | undefined, unit: string): string {
  if (value === undefined) return '–';
  if (unit === 'percentunit') return `${rounded(value * 100)} %`;
  if (unit === 's') return value === 0 ? '0 s' : scaled(value, seconds);
  if (unit === 'bytes') return scaled(value, bytes);
  return unit === 'ops' || unit === 'reqps' ? `${scaled(value, plain)}/s` : scaled(value, plain);
}

function scaled(value: number, scale: Scale): string {
  const [, divisor, suffix] = scale.find(([from]) => Math.abs(value) >= from) ?? [0, 1, ''];
  return `${rounded(value / divisor)}${suffix}`;
}

/** Three digits that count. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
