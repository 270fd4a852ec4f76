import type { TransactionType } from '#domain/transaction/status';
import { checkExchange, type Finding } from './check-exchange.js';
import { endpointNamed } from './endpoints.js';
import { referenceOf, type FuzzContext } from './fuzz-context.js';
import type { FuzzOptions } from './fuzz-options.js';
import type { FuzzRequest } from './fuzz-request.js';
import { plansOf } from './plan-request.js';
import { createRawClient, type Exchange } from './raw-client.js';
import { readObject } from './read-object.js';
import { renderRequest } from './render-request.js';
import { tryRequest, type Found } from './shrink-violation.js';

/** A create call that was answered with an identifier. */
export type Accepted = {
  readonly type: TransactionType;
  readonly identifier: string;
  readonly reference: string;
};

/** What a run has seen so far. */
export type Seen = {
  readonly findings: Found[];
  readonly accepted: Accepted[];
  /** References of calls without a whole answer: they may or may not be registered. */
  readonly unanswered: Set<string>;
  /** By endpoint, then by status. */
  readonly statuses: Map<string, Map<string, number>>;
  /** By code and reason. */
  readonly errors: Map<string, number>;
  validCount: number;
  slowestMs: number;
};

export type DriveOptions = FuzzOptions & {
  readonly apiUrl: string;
  /** Requests under way at once. */
  readonly lanes: number;
  readonly deadlineMs: number;
};

/** Sends the planned requests, checks every answer, and shrinks the first request that breaks a rule at an endpoint. */
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
  const plans = plansOf(context);
  const { request: alone, path } = options;
  let next = alone ?? 0;
  const end = alone === undefined ? options.requests : alone + 1;
  const shrunk = new Set<string>();
  /** The first violation of a rule at an endpoint. */
  const mayShrink = ({ rule }: Finding, { endpoint }: FuzzRequest) => {
    const sort = `${endpoint}: ${rule}`;
    const isFirst = !shrunk.has(sort);
    shrunk.add(sort);
    return isFirst;
  };
  const drive = async () => {
    const client = createRawClient(options.apiUrl);
    const send = async (request: FuzzRequest) => {
      const pieces = renderRequest(request, options.apiUrl);
      const exchange = await client.send(pieces, request.wire, request.toSign.method === 'HEAD');
      record(seen, context, request, exchange);
      return checkExchange(request, exchange, { canaries: context.canaries, deadlineMs: options.deadlineMs });
    };
    for (let index = next++; index < end; index = next++) {
      seen.findings.push(...(await tryRequest({ plans, context, index, path, send, mayShrink })));
      if (index % 100 === 0) tell(index);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: options.lanes }, drive));
  return seen;
}

function record(seen: Seen, context: FuzzContext, request: FuzzRequest, exchange: Exchange): void {
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
    // After a 504 the transaction may be registered.
    if (status === 504) seen.unanswered.add(referenceIn(context, request));
    const type = typeCreatedBy(request);
    if (status !== 200 || !type) continue;
    const { identifier, reference } = body ?? {};
    seen.accepted.push({ type, identifier: String(identifier), reference: String(reference) });
  }
}

/** As it was sent, or else as it was before its body was damaged. */
function referenceIn(context: FuzzContext, { place, toSign }: FuzzRequest): string {
  const reference = readObject(toSign.body.toString())?.['reference'];
  return typeof reference === 'string' ? reference : referenceOf(context, place);
}

function typeCreatedBy({ endpoint, toSign }: FuzzRequest): TransactionType | undefined {
  return toSign.method === 'POST' ? endpointNamed(endpoint).registers : undefined;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
