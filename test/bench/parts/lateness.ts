import { readFileSync } from 'node:fs';
import { percentile } from '../../../tools/demo/percentile.js';
import type { Point } from '../draw-panels.js';
import type { MerchantInbox } from '../payment/merchant-inbox.js';
import type { LostFlow } from './fill-lost.js';

/** Seconds after the later of two moments: it was due, Temporal was back. */
export type Lateness = {
  readonly count: number;
  /** Not acted on when the run ended. */
  readonly missing: number;
  /** Acted on before they were due. */
  readonly early: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

/** When each was first acted on, by the clocks of the sandbox and of the receiver, and how often one was sent. */
export type Witnessed = {
  readonly actedAt: ReadonlyMap<string, number>;
  /** Callbacks that came more than once, and payments that the provider was asked to make. */
  readonly sentTwice: number;
};

type SandboxLine = { readonly time?: number; readonly msg?: string; readonly order?: string };

/** Reads what the sandbox has logged, and what has come to the merchant. */
export function readWitnesses(
  flows: readonly LostFlow[],
  { sandboxLog, inbox }: { readonly sandboxLog: string; readonly inbox: MerchantInbox },
): Witnessed {
  const asked = new Map<string, number>();
  const opened = new Set<string>();
  for (const line of readFileSync(sandboxLog, 'utf8').split('\n')) {
    if (!line.includes('"looked up"') && !line.includes('"opened"')) continue;
    const { time = 0, msg, order = '' } = JSON.parse(line) as SandboxLine;
    const identifier = order.replace(/-\d+$/, '');
    if (msg === 'opened') opened.add(identifier);
    else if (!asked.has(identifier)) asked.set(identifier, time);
  }
  const actedAt = new Map<string, number>();
  let sentTwice = 0;
  for (const { identifier, kind } of flows) {
    const arrivals = inbox.arrivals(identifier);
    const first = kind === 'look-up' ? asked.get(identifier) : arrivals[0];
    if (first !== undefined) actedAt.set(identifier, first);
    if (arrivals.length > 1 || opened.has(identifier)) sentTwice += 1;
  }
  return { actedAt, sentTwice };
}

export function latenessOf(
  flows: readonly LostFlow[],
  witnessed: Pick<Witnessed, 'actedAt'>,
  backAt: number,
): Lateness {
  const late = lateOnes(flows, witnessed, backAt).map(({ seconds }) => seconds);
  const at = (share: number) => (late.length === 0 ? 0 : Math.round(percentile(late, share) * 10) / 10);
  return {
    count: flows.length,
    missing: flows.length - late.length,
    early: late.filter((seconds) => seconds < 0).length,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  };
}

/** Seconds of lateness, by the seconds since Temporal was back in which they were acted on. */
export function latenessOverTime(
  flows: readonly LostFlow[],
  witnessed: Pick<Witnessed, 'actedAt'>,
  backAt: number,
): readonly Point[] {
  return lateOnes(flows, witnessed, backAt).map(({ at, seconds }) => [(at - backAt) / 1_000, seconds]);
}

function lateOnes(
  flows: readonly LostFlow[],
  { actedAt }: Pick<Witnessed, 'actedAt'>,
  backAt: number,
): readonly { readonly at: number; readonly seconds: number }[] {
  return flows.flatMap(({ identifier, dueAt }) => {
    const at = actedAt.get(identifier);
    return at === undefined ? [] : [{ at, seconds: (at - Math.max(dueAt, backAt)) / 1_000 }];
  });
}
