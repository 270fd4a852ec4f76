export type Point = readonly [x: number, y: number];

/** One curve over the common axis. */
export type Panel = {
  readonly title: string;
  readonly points: readonly Point[];
  /** The same of another run, in grey. */
  readonly beside?: readonly Point[] | undefined;
  /** What must be kept, as a dashed line. */
  readonly bound?: number;
};

const width = 720;
const height = 150;
const [left, right, top, bottom] = [56, 16, 28, 22];

/** Panels below one another as an SVG, each with its own scale from zero. `unit`: of the common axis. */
export function drawPanels(panels: readonly Panel[], unit = 's'): string {
  const last = niceMax(panels.flatMap(({ points }) => points.map(([x]) => x)));
  const x = (value: number) => left + (value / last) * (width - left - right);
  const drawn = panels.map(({ title, points, beside = [], bound }, index) => {
    const most = niceMax([...[...points, ...beside].map(([, value]) => value), bound ?? 0]);
    const foot = index * height + height - bottom;
    const y = (value: number) => foot - (value / most) * (height - top - bottom);
    const curve = (of: readonly Point[], stroke: string) => {
      const line = of.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
      return `<polyline fill="none" stroke="${stroke}" stroke-width="1.5" points="${line}"/>`;
    };
    return [
      text(left, index * height + 16, title),
      ...[0, most / 2, most].map((value) => text(left - 6, y(value) + 4, String(value), 'end')),
      ...[0, most / 2, most].map((value) => rule(y(value), '#ddd')),
      ...(bound === undefined ? [] : [rule(y(bound), '#c33', '4 3')]),
      ...(beside.length > 0 ? [curve(beside, '#999')] : []),
      curve(points, '#1f5fa8'),
      ...[0, last / 2, last].map((value) => text(x(value), foot + 16, `${value} ${unit}`, 'middle')),
    ].join('\n');
  });
  const all = panels.length * height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${all}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${all}" fill="white"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

const bucketSeconds = 10;

/** The largest value within each ten seconds. */
export function worstOf(points: readonly Point[]): readonly Point[] {
  const worst = new Map<number, number>();
  for (const [x, y] of points) {
    const from = Math.floor(x / bucketSeconds) * bucketSeconds;
    worst.set(from, Math.max(worst.get(from) ?? 0, y));
  }
  return [...worst].toSorted(([one], [other]) => one - other);
}

function rule(y: number, stroke: string, dashes = 'none'): string {
  return `<line x1="${left}" x2="${width - right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="${stroke}" stroke-dasharray="${dashes}"/>`;
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#333">${words}</text>`;
}

/** The least of 1, 2, 4, 6 or 10 times a power of ten that no value exceeds. */
function niceMax(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 4, 6, 10].find((step) => step * power >= most) ?? 10);
}
