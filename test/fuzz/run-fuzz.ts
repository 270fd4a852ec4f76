import { createCanaries } from './canaries.js';
import { checkBooks, lookAtBooks } from './check-ledger.js';
import type { Finding } from './check-exchange.js';
import { checkLogs, measureLogs } from './check-logs.js';
import { checkSecrecy } from './check-secrecy.js';
import { driveRequests, type Seen } from './drive-requests.js';
import type { FuzzContext } from './fuzz-context.js';
import type { FuzzOptions } from './fuzz-options.js';
import type { Found } from './shrink-violation.js';

/** A system that runs, its data directory included. */
export type FuzzTarget = {
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly directory: string;
  /** Its `response_deadline`, in milliseconds. */
  readonly deadlineMs: number;
  /** Requests under way at once. */
  readonly lanes: number;
};

export type FuzzReport = {
  readonly context: FuzzContext;
  readonly apiUrl: string;
  readonly requests: number;
  readonly seen: Seen;
  readonly milliseconds: number;
  /** With the index and path of the request if it is known which one is the cause. */
  readonly violations: readonly (Finding & Partial<Pick<Found, 'index' | 'path'>>)[];
};

const historiesMax = 100;

/** Sends the requests of the seed, then checks the ledger, the logs and the places where secrets must not be. */
export async function runFuzz(
  target: FuzzTarget,
  options: FuzzOptions,
  tell: (what: string) => void = () => undefined,
): Promise<FuzzReport> {
  const { seed } = options;
  const requests = options.request === undefined ? options.requests : 1;
  const canaries = createCanaries(seed);
  const context = { seed, sandboxUrl: target.sandboxUrl, canaries };
  const { databaseUrl, directory } = target;
  const [books, logs] = [await lookAtBooks(databaseUrl), await measureLogs(directory)];
  const startedAt = Date.now();
  const seen = await driveRequests(context, { ...target, ...options }, (sent) =>
    tell(`Fuzzing: ${sent} of ${requests} requests`),
  );
  const milliseconds = Date.now() - startedAt;
  tell('Fuzzing: checking what is left');
  const transactions = seen.accepted.slice(-historiesMax);
  const left = [
    ...(await checkHealth(target.apiUrl)),
    ...(await checkBooks(databaseUrl, books, seen.accepted, seen.unanswered)),
    ...(await checkLogs(directory, logs)),
    ...(await checkSecrecy(canaries, { ...target, transactions })),
  ];
  const violations = [...seen.findings, ...left.map((finding) => withIndex(finding, seed))];
  return { context, apiUrl: target.apiUrl, requests, seen, milliseconds, violations };
}

async function checkHealth(apiUrl: string): Promise<readonly Finding[]> {
  const answer = await fetch(`${apiUrl}/health/ready`).catch(() => undefined);
  if (answer?.status === 200) return [];
  return [{ rule: 'the api is alive and ready', detail: `answered ${answer?.status ?? 'nothing'}` }];
}

/** A reference of this run contains the index of its request. */
function withIndex(finding: Finding & { readonly reference?: string }, seed: number): Finding | Found {
  const index = new RegExp(`^fz-${seed}-(\\d+)`).exec(finding.reference ?? '')?.[1];
  return index === undefined ? finding : { ...finding, index: Number(index) };
}
