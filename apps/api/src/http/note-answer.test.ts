import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { noteAnswer } from './note-answer.js';

const identifier = '018f0000-0000-7000-8000-000000000001';

function noted(body: unknown): unknown {
  const request = {} as FastifyRequest;
  noteAnswer(request, body);
  return request.answered;
}

it('notes the transaction of an answer and its status', () => {
  const record = {
    identifier,
    reference: 'ord-1',
    status: 'pending',
    error_code: 0,
    customer: { identifier: 'c-1' },
  };
  expect(noted(record)).toEqual({ identifier, reference: 'ord-1', outcome: 'pending' });
  expect(noted({ ...record, status: { code: 1 } })).toEqual({ identifier, reference: 'ord-1' });
});

it('notes the error of a refusal, but no reference that was not accepted', () => {
  const refusal = { error_code: 30, reference: '4242424242424242', status: 'error' };
  expect(noted(refusal)).toEqual({ errorCode: 30, outcome: 'error' });
  expect(noted({ ...refusal, identifier: 'somebody' })).toEqual({ errorCode: 30, outcome: 'error' });
  expect(noted({ ...refusal, identifier, reference: 'ord-1' })).toMatchObject({
    identifier,
    reference: 'ord-1',
  });
});

it('notes nothing of other bodies', () => {
  expect(noted('text')).toBeUndefined();
  expect(noted(null)).toBeUndefined();
  expect(noted({ events: [] })).toEqual({});
});
