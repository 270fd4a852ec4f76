import type { Answer } from './merchant-client.js';

/** What a merchant reads of an answer of the API (specification §2.7, contract §6 and §8). */
export type PaymentAnswer = {
  readonly httpStatus: number;
  readonly errorCode: number;
  readonly identifier: string | undefined;
  readonly status: string;
  /** Where the redirect challenge leads. */
  readonly challengeUrl: string | undefined;
  /** The hosted page. */
  readonly redirectUrl: string | undefined;
};

/** Reads a create answer, a record or an error body. Throws when it is no JSON object. */
export function readAnswer({ httpStatus, text }: Pick<Answer, 'httpStatus' | 'text'>): PaymentAnswer {
  const body = parse(httpStatus, text);
  const status = body['status'];
  return {
    httpStatus,
    errorCode: typeof body['error_code'] === 'number' ? body['error_code'] : Number.NaN,
    identifier: textAt(body, ['identifier']),
    // Card payments answer with an object of name and date, all others with the name alone.
    status: (typeof status === 'string' ? status : textAt(body, ['status', 'name'])) ?? '',
    challengeUrl: textAt(body, ['challenge', 'challenge_redirect', 'url']),
    redirectUrl: textAt(body, ['redirect_url']),
  };
}

function parse(httpStatus: number, text: string): Readonly<Record<string, unknown>> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`HTTP ${httpStatus} without a JSON body`);
  }
  if (!isObject(body)) throw new Error(`HTTP ${httpStatus} without a JSON object`);
  return body;
}

function textAt(body: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
  return typeof found === 'string' ? found : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
