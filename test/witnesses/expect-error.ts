import { expect } from 'vitest';

type Answered =
  { readonly status: number; readonly text: string } | { readonly status: number; readonly body: unknown };
type ExpectedError = {
  readonly status: number;
  readonly code: number;
  readonly reason: string;
  /** The whole text, or what it must match. */
  readonly description?: string | RegExp;
  /** Absent: the answer names none. */
  readonly reference?: string;
  readonly identifier?: string;
  readonly requestId?: string;
};

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Contract §3: the one error body, with exactly its keys, the condition that it must name, and always a description. */
export function expectError(answer: Answered, expected: ExpectedError): void {
  const body: unknown = 'text' in answer ? JSON.parse(answer.text) : answer.body;
  const { description, reference, identifier, requestId } = expected;
  expect({ http: answer.status, body }).toEqual({
    http: expected.status,
    body: {
      error_code: expected.code,
      error_reason: expected.reason,
      description:
        description === undefined
          ? expect.stringMatching(/\S/)
          : typeof description === 'string'
            ? description
            : expect.stringMatching(description),
      request_id: requestId ?? expect.stringMatching(uuidForm),
      status: 'error',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ...(reference === undefined ? {} : { reference }),
      ...(identifier === undefined ? {} : { identifier }),
    },
  });
}
