import type { TransactionType } from '#domain/transaction/status';
import { checkExchange, type Finding } from './check-exchange.js';
import { endpointNamed } from './endpoints.js';
import { referenceOf, type FuzzContext } from './fuzz-context.js';
import type { FuzzRequest } from './fuzz-request.js';
import { planRequest } from './plan-request.js';
import { createRawClient, type Exchange } from './raw-client.js';
import { readObject } from './read-object.js';
import { renderRequest } from './render-request.js';

/** A create call that was answered with an identifier. */
export type Accepted = {
  readonly type: TransactionType;
  readonly identifier: string;
  readonly reference: string;
};

export type Found = Finding & { readonly index: number };

/** What a run has seen so far. */
export type Seen = {
  readonly findings: Found[];
  readonly accepted: Accepted[];
  /** References of calls without an answer that was whole: they may or may not be registered. */
  readonly unanswered: Set<string>;
  /** By endpoint, then by status. */
  readonly statuses: Map<string, Map<string, number>>;
  /** By code and reason. */
  readonly errors: Map<string, number>;
  validCount: number;
  slowestMs: number;
};

export type DriveOptions = {
  readonly apiUrl: string;
  readonly requests: number;
  /** Requests under way at once. */
  readonly lanes: number;
  readonly deadlineMs: number;
};

/** Sends the planned requests and holds every answer against what must be. */
export async function driveRequests(
  context: FuzzContext,
  options: DriveOptions,
  tell: (sent: number) => void,
): Promise<Seen> {
  const seen: Seen = {
    findings: [],
    accepted: [],
    unanswered: new Set(),
    statuses: new Map(),
    errors: new Map(),
    validCount: 0,
    slowestMs: 0,
  };
  let next = 0;
  const drive = async () => {
    const client = createRawClient(options.apiUrl);
    for (let index = next++; index < options.requests; index = next++) {
      const request = planRequest(context, index);
      const pieces = renderRequest(request, options.apiUrl);
      const exchange = await client.send(pieces, request.wire, request.toSign.method === 'HEAD');
      record(seen, context, request, exchange, options.deadlineMs);
      if (index % 100 === 0) tell(index);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: options.lanes }, drive));
  return seen;
}

function record(
  seen: Seen,
  context: FuzzContext,
  request: FuzzRequest,
  exchange: Exchange,
  deadlineMs: number,
): void {
  const { index } = request;
  const findings = checkExchange(request, exchange, { canaries: context.canaries, deadlineMs });
  seen.findings.push(...findings.map((finding) => ({ ...finding, index })));
  if (request.isMeantValid) seen.validCount += 1;
  seen.slowestMs = Math.max(seen.slowestMs, exchange.milliseconds);
  const statuses = seen.statuses.get(request.endpoint) ?? new Map<string, number>();
  seen.statuses.set(request.endpoint, statuses);
  if (exchange.answers.length === 0) {
    count(statuses, 'none');
    seen.unanswered.add(referenceIn(context, request));
  }
  for (const { status, body: text } of exchange.answers) {
    count(statuses, String(status));
    const body = readObject(text);
    const { error_code: code, error_reason: reason } = body ?? {};
    if (typeof code === 'number')
      count(seen.errors, typeof reason === 'string' && reason !== '' ? `${code} ${reason}` : `${code}`);
    // Of a 504 it is known that it may be registered.
    if (status === 504) seen.unanswered.add(referenceIn(context, request));
    const type = typeCreatedBy(request);
    if (status !== 200 || !type) continue;
    const { identifier, reference } = body ?? {};
    seen.accepted.push({ type, identifier: String(identifier), reference: String(reference) });
  }
}

/** As it was sent, or else as it was before its body was damaged. */
function referenceIn(context: FuzzContext, { index, toSign }: FuzzRequest): string {
  const reference = readObject(toSign.body.toString())?.['reference'];
  return typeof reference === 'string' ? reference : referenceOf(context, index);
}

function typeCreatedBy({ endpoint, toSign }: FuzzRequest): TransactionType | undefined {
  return toSign.method === 'POST' ? endpointNamed(endpoint).registers : undefined;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
