import { errorCatalogue } from '#domain/errors/error-catalogue';
import { found } from '../witnesses/needles.js';
import type { Canaries } from './canaries.js';
import { endpointNamed } from './endpoints.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { Exchange } from './raw-client.js';
import { readObject } from './read-object.js';
import type { WireAnswer } from './read-answers.js';

/** A rule that an answer breaks, and how. */
export type Finding = { readonly rule: string; readonly detail: string };

export type AnswerRules = {
  readonly canaries: Canaries;
  /** How long a caller waits before a 504 is a right answer, in milliseconds. */
  readonly deadlineMs: number;
};

/** Checks all answers to one request against contract §2, §3 and §14. */
export function checkExchange(
  request: FuzzRequest,
  { answers, trouble, milliseconds }: Exchange,
  rules: AnswerRules,
): readonly Finding[] {
  const isLate = milliseconds >= rules.deadlineMs;
  return [
    ...(trouble === undefined ? [] : [{ rule: 'every request is answered', detail: trouble }]),
    ...answers.flatMap((answer, place) => checkAnswer(request, answer, { ...rules, isLate, place })),
  ];
}

type Circumstances = AnswerRules & { readonly isLate: boolean; readonly place: number };

function checkAnswer(request: FuzzRequest, answer: WireAnswer, around: Circumstances): readonly Finding[] {
  const findings: Finding[] = [];
  const claim = (isTrue: boolean, rule: string, detail: string) => {
    if (!isTrue) findings.push({ rule, detail: `${answer.status} ${detail}` });
  };
  const { status } = answer;
  const isHead = request.toSign.method === 'HEAD';
  const body = isHead ? undefined : readObject(answer.body);
  const isRightlyLate = status === 504 && around.isLate;
  claim(
    status < 500 || isRightlyLate || (status === 503 && hasNoBankList(request)),
    'a healthy system answers nothing from 500 on',
    answer.body.slice(0, 200),
  );
  claim(known.has(status) || status >= 500, 'a status of contract §3', answer.body.slice(0, 200));
  if (status >= 400 && !isHead) {
    const wrong = findErrorProblem(answer, body);
    claim(
      wrong === undefined,
      'the error body of contract §3',
      `${wrong ?? ''}: ${answer.body.slice(0, 300)}`,
    );
  }
  claim(status !== 405 || (answer.headers.get('allow') ?? '') !== '', '405 says what is allowed', 'no Allow');
  const cards = found(around.canaries.ofCards, answer.raw);
  claim(cards.length === 0, 'no card digit in an answer', cards.join(', '));
  const persons = endpointNamed(request.endpoint).echoesPersons
    ? []
    : found(around.canaries.ofPersons, answer.raw);
  claim(persons.length === 0, 'no personal data in an answer', persons.join(', '));
  return [...findings, ...checkMeaning(request, answer, body, around)];
}

/** The provider of this project cannot be reached, so no list of its banks was ever read (contract §7). */
function hasNoBankList({ endpoint, toSign }: FuzzRequest): boolean {
  return endpoint === 'banks of Africa' && toSign.keyId === 'mk_test_mid_broken';
}

/** Compares the answer with what the plan expects. */
function checkMeaning(
  request: FuzzRequest,
  { status, body: text }: WireAnswer,
  body: Readonly<Record<string, unknown>> | undefined,
  { place }: Circumstances,
): readonly Finding[] {
  const findings: Finding[] = [];
  const code = body?.['error_code'];
  const said = `${status} ${text.slice(0, 300)}`;
  const { expected, changedPath } = request;
  if (expected && request.wire.isSound && (status !== expected.status || code !== expected.code)) {
    findings.push({ rule: `answered with ${expected.status} and ${expected.code}`, detail: said });
  }
  const isForm = status === 401 || status === 413 || status === 415 || code === 30 || code === 31;
  const isDemo = request.toSign.keyId === 'mk_test_demo' && endpointNamed(request.endpoint).registers;
  if (request.isMeantValid && isDemo && isForm && status !== 405) {
    findings.push({ rule: 'a valid request is not refused for its form', detail: said });
  }
  const isRefusedField = status === 400 && (code === 30 || code === 31) && isDemo;
  if (isRefusedField && changedPath !== undefined && place === 0) {
    const description = String(body?.['description']);
    const [top = ''] = changedPath.split('.');
    const isNamed = description.startsWith('The body ') || /^(?:A string|An object) in /.test(description);
    if (!isNamed && !description.includes(top)) {
      findings.push({ rule: 'a refusal names the field at fault', detail: said });
    }
  }
  return findings;
}

/** 400, 408 and 431 also answer bytes that are not a request. */
const known = new Set([200, 304, 400, 401, 403, 404, 405, 408, 413, 415, 429, 431]);

function findErrorProblem(
  { status, headers }: WireAnswer,
  body: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (!/^application\/json(?:;|$)/.test(headers.get('content-type') ?? '')) return 'not application/json';
  if (body === undefined) return 'not a JSON object';
  const keys = Object.keys(body);
  const missing = required.filter((key) => !keys.includes(key));
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  const strange = keys.filter((key) => !required.includes(key) && !optional.includes(key));
  if (strange.length > 0) return `with ${strange.join(', ')}`;
  if (typeof body['description'] !== 'string') return 'description is no string';
  if (body['status'] !== 'error') return 'status is not error';
  if (!uuidForm.test(String(body['request_id']))) return 'request_id is no UUID';
  if (!timeForm.test(String(body['timestamp']))) return 'timestamp is no time';
  if (optional.some((key) => keys.includes(key) && typeof body[key] !== 'string')) return 'not a string';
  if (body['description'] === '') return 'no description';
  return isInCatalogue(status, body) ? undefined : 'not in the error catalogue';
}

const required: readonly string[] = [
  'error_code',
  'error_reason',
  'description',
  'request_id',
  'status',
  'timestamp',
];
const optional: readonly string[] = ['reference', 'identifier'];
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isInCatalogue(status: number, body: Readonly<Record<string, unknown>>): boolean {
  return Object.values(errorCatalogue).some(
    ({ code, reason, httpStatus }) =>
      code === body['error_code'] && reason === body['error_reason'] && httpStatus === status,
  );
}
