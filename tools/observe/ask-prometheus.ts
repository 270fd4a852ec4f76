const hourSeconds = 3_600;
const stepSeconds = 60;
/** Longer than a Prometheus takes that is well. */
const answerMs = 10_000;

/** One line of a panel. Times in seconds since 1970, oldest first; a value that is no number is left out. */
export type Series = {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly (readonly [seconds: number, value: number])[];
  /** What it is now; undefined where it is no number, or has ended. */
  readonly now: number | undefined;
};

export type Alert = {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
  /** ISO 8601. */
  readonly activeAt: string;
};

export type Prometheus = {
  /** What an expression was, minute by minute, in the hour up to now. Throws what Prometheus says against it. */
  lastHour(expression: string): Promise<readonly Series[]>;
  /** Those that fire or are about to. */
  alerts(): Promise<readonly Alert[]>;
};

/** The HTTP API of a Prometheus. Each call throws where it does not answer in time. */
export function askPrometheus(url: string): Prometheus {
  const ask = async <T>(path: string, query: Readonly<Record<string, string>>): Promise<T> => {
    const address = `${url}/api/v1/${path}?${new URLSearchParams(query).toString()}`;
    const response = await fetch(address, { signal: AbortSignal.timeout(answerMs) });
    const { data, error } = (await response.json()) as { readonly data?: T; readonly error?: string };
    if (data === undefined) throw new Error(error ?? `Prometheus answered ${response.status}`);
    return data;
  };
  return {
    async lastHour(expression) {
      const end = Math.floor(Date.now() / 1_000);
      const { result } = await ask<{ readonly result: readonly Answered[] }>('query_range', {
        query: expression,
        start: String(end - hourSeconds),
        end: String(end),
        step: String(stepSeconds),
      });
      return result.map((answered) => toSeries(answered, end));
    },
    async alerts() {
      return (await ask<{ readonly alerts: readonly Alert[] }>('alerts', {})).alerts;
    },
  };
}

type Answered = {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
};

function toSeries({ metric, values }: Answered, end: number): Series {
  const points = values
    .map(([seconds, value]) => [seconds, Number(value)] as const)
    .filter(([, value]) => Number.isFinite(value));
  const [lastSeconds, lastValue] = points.at(-1) ?? [];
  return { labels: metric, points, now: lastSeconds === end ? lastValue : undefined };
}
