import { pruneBody, malformedFields, type ParsedBody } from '../http/check-body.js';
import type { FieldProblem } from '#domain/errors/gateway-error';
import { Url } from '../http/constraints.js';

/** The body of `POST /v2/callbacks/test` (contract §7). */
class TestCallbackBody {
  @Url() callback_url?: string;
}

/** The URL of the body, if it has one, and its problems. */
export type WantedTarget = {
  readonly isGiven: boolean;
  readonly url: string;
  readonly problems: readonly FieldProblem[];
};

/** An absent body names no URL. */
export function readTestCallback(parsed: ParsedBody = {}): WantedTarget {
  const body = pruneBody(parsed);
  const url = body['callback_url'];
  return {
    isGiven: url !== undefined,
    url: typeof url === 'string' ? url : '',
    problems: malformedFields(TestCallbackBody, body),
  };
}
