import { readExactInstant, roundUp } from '#domain/values/calendar';
import { GatewayError } from '#domain/errors/gateway-error';
import { sentStates, untakenStates } from '#domain/delivery/event-states';
import type { RedeliverySearch } from '#persistence/callbacks/redeliveries';
import { malformedFields, missingFields, pruneBody, type ParsedBody } from '../http/check-body.js';
import { Passing, Required } from '../http/constraints.js';

const isInstant = (value: string) => readExactInstant(value) !== undefined;
const instantProblem = 'must be a date and time of ISO 8601 with its offset, such as 2026-01-31T12:00:00Z';

/** The body of `POST /v2/callbacks/redeliver` (contract §7), but for its list of states. */
class RedeliverCallbacksBody {
  @Required() @Passing(isInstant, instantProblem, {}) from?: string;
  @Passing(isInstant, instantProblem, {}) to?: string;
}

/** Validates the body: 31 without `from`, else 30 with every malformed field. */
export function acceptRedelivery(parsed: ParsedBody): Pick<RedeliverySearch, 'from' | 'to' | 'states'> {
  const body = pruneBody(parsed);
  const missing = missingFields(RedeliverCallbacksBody, body);
  if (missing.length > 0) throw new GatewayError('requiredFieldsMissing', { fields: missing });
  const [from, to] = [body['from'], body['to']].map((value) =>
    typeof value === 'string' ? readExactInstant(value) : undefined,
  );
  const { states = untakenStates } = body;
  const isListed = Array.isArray(states) && states.length > 0 && states.every(isSentState);
  const fields = [
    ...malformedFields(RedeliverCallbacksBody, body),
    ...(isListed ? [] : [{ path: 'states', problem: `must be a list of ${sentStates.join(', ')}` }]),
  ];
  if (fields.length > 0 || !isListed || !from) throw new GatewayError('invalidParams', { fields });
  return { from, to: to && roundUp(to), states };
}

function isSentState(value: unknown): value is string {
  return sentStates.some((state) => state === value);
}
