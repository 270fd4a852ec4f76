import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCanaries } from '../fuzz/canaries.js';
import { checkExchange } from '../fuzz/check-exchange.js';
import { endpoints } from '../fuzz/endpoints.js';
import type { FuzzRequest } from '../fuzz/fuzz-request.js';
import { placesIn, replaceEntry, toTree, writeTree } from '../fuzz/json-tree.js';
import { parametersAt, planRequest, plansOf } from '../fuzz/plan-request.js';
import { readAnswers } from '../fuzz/read-answers.js';
import { renderRequest } from '../fuzz/render-request.js';
import { tryRequest } from '../fuzz/shrink-violation.js';
import { found } from '../witnesses/needles.js';

/** Goal: a violation is shrunk and can be repeated from seed, index and path; the check of answers sees what is wrong. */
const canaries = createCanaries(7);
const context = { seed: 7, sandboxUrl: 'http://localhost:3002', canaries };
const arbitrary = plansOf(context);
const plans = Array.from({ length: 1_500 }, (_, index) => {
  const [plan] = fc.sample(arbitrary, parametersAt(context, index));
  return plan?.({ index, attempt: 0 }) ?? expect.fail('no plan');
});
const rules = { canaries, deadlineMs: 30_000 };

describe('planned requests', () => {
  it('are the same for the same seed and index, alone or in a row', () => {
    const date = new Date('2026-01-05T10:00:00Z');
    for (const plan of plans.slice(0, 100)) {
      const again = planRequest(context, plan.place.index);
      const texts = [plan, again].map((one) =>
        renderRequest({ ...one, toSign: { ...one.toSign, date } }, 'http://localhost:3000').join(''),
      );
      expect(texts[1]).toBe(texts[0]);
    }
  });

  it('ask every endpoint, and most of them are damaged', () => {
    expect(new Set(plans.map(({ endpoint }) => endpoint)).size).toBe(endpoints.length);
    const valid = plans.filter(({ isMeantValid }) => isMeantValid).length;
    expect(valid).toBeGreaterThan(plans.length / 20);
    expect(valid).toBeLessThan(plans.length / 4);
    expect(plans.some(({ toSign }) => found(canaries.ofCards, toSign.body.toString()).length > 0)).toBe(true);
  });

  it('that break a rule are shrunk to a small one, which the path repeats', async () => {
    const isWrong = ({ toSign }: FuzzRequest) => toSign.body.length > 15_000;
    const names = (request: FuzzRequest, reference: string) => request.toSign.body.includes(`"${reference}"`);
    const index = plans.findIndex(
      (plan, at) => isWrong(plan) && plan.mutations.length > 1 && names(plan, `fz-7-${at}-00`),
    );
    expect(index).toBeGreaterThan(-1);
    const sent: FuzzRequest[] = [];
    const [finding, ...others] = await tryRequest({
      plans: arbitrary,
      context,
      index,
      path: undefined,
      send: (request) => {
        sent.push(request);
        return Promise.resolve(isWrong(request) ? [{ rule: 'no long body', detail: '' }] : []);
      },
      mayShrink: () => true,
    });
    const smallest = planRequest(context, index, finding?.path);
    expect(others).toEqual([]);
    expect(isWrong(smallest)).toBe(true);
    expect(smallest.mutations).toHaveLength(1);
    expect(sent.slice(1).some((request) => names(request, `fz-7-${index}-00`))).toBe(false);
    expect(sent.slice(1).some((request) => names(request, `fz-7-${index}-01`))).toBe(true);
  });

  it('change one entry of a body and nothing else', () => {
    const tree = toTree({ a: 1, b: { c: [1, 2] } });
    const place = placesIn(tree).find(({ path }) => path === 'b.c');
    expect(writeTree(replaceEntry(tree, place?.steps ?? [], (entry) => [entry, entry]))).toBe(
      '{"a":1,"b":{"c":[1,2],"c":[1,2]}}',
    );
    expect(writeTree(replaceEntry(tree, place?.steps ?? [], () => []))).toBe('{"a":1,"b":{}}');
  });
});

describe('answers read off a connection', () => {
  const read = (text: string, hasEnded = false) =>
    readAnswers(Buffer.from(text), { isHead: false, hasEnded }).answers.map(({ status, body }) => [
      status,
      body,
    ]);

  it('are found one after the other, by length, by chunks and by the end', () => {
    const first = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
    const second = 'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    expect(read(first + second)).toEqual([
      [200, 'hi'],
      [400, 'abc'],
    ]);
    expect(read('HTTP/1.0 200 OK\r\n\r\nhi')).toEqual([]);
    expect(read('HTTP/1.0 200 OK\r\n\r\nhi', true)).toEqual([[200, 'hi']]);
    expect(() => read('nonsense\r\n\r\n')).toThrow('no status line');
  });
});

describe('the judge', () => {
  const [plan] = plans.filter(({ endpoint, mutations }) => endpoint === 'payment' && mutations.length > 1);
  const refusal = {
    error_code: 30,
    error_reason: 'Invalid params',
    description: 'amount: must be positive',
    request_id: '01a1fed9-ccf0-74ec-940a-cd8a33de07a8',
    status: 'error',
    timestamp: '2026-01-05T10:00:00.000Z',
  };
  const judge = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) => {
    if (!plan) throw new Error('no such plan');
    const all = new Map(Object.entries({ 'content-type': 'application/json', ...headers }));
    const text = JSON.stringify(body);
    const answers = [{ status, headers: all, body: text, raw: text }];
    return checkExchange(plan, { answers, trouble: undefined, milliseconds: 5 }, rules).map(
      ({ rule }) => rule,
    );
  };
  const form = 'the error body of contract §3';

  it('minds nothing in a good refusal', () => {
    expect(judge(400, refusal)).toEqual([]);
    expect(judge(400, { ...refusal, reference: 'a' })).toEqual([]);
  });

  it('sees a body that is not the error body', () => {
    expect(judge(400, { ...refusal, code: 30 })).toEqual([form]);
    expect(judge(400, { ...refusal, request_id: '1' })).toEqual([form]);
    expect(judge(400, { ...refusal, error_reason: 'Bad' })).toEqual([form]);
    expect(judge(415, { ...refusal, error_code: 31 })).toEqual([form]);
    expect(judge(400, refusal, { 'content-type': 'text/html' })).toEqual([form]);
    expect(judge(400, { ...refusal, description: undefined })).toEqual([form]);
    expect(judge(400, { ...refusal, description: '' })).toEqual([form]);
  });

  it('sees a fault of the server, a missing Allow and a card', () => {
    const fault = { ...refusal, error_code: 200, error_reason: 'Transaction processing error' };
    expect(judge(500, fault)).toEqual(['a healthy system answers nothing from 500 on']);
    expect(judge(405, refusal)).toEqual(['405 says what is allowed']);
    expect(judge(405, refusal, { allow: 'POST' })).toEqual([]);
    expect(judge(418, refusal)).toEqual(['a status of contract §3', form]);
    expect(judge(400, { ...refusal, description: canaries.pan })).toEqual(['no card digit in an answer']);
    expect(judge(400, { ...refusal, description: canaries.email })).toEqual([
      'no personal data in an answer',
    ]);
  });
});
