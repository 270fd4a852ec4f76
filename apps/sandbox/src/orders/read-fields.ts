import type { FastifyRequest } from 'fastify';

/** An instrument or a rail. One that the provider does not know is paid like any other. */
export const nameFormat = /^[A-Z0-9_]{1,64}$/;

/** Forms of the fields that every order has. */
export const orderFormats = {
  order: /^[\x21-\x7e]{1,64}$/,
  value: /^\d{1,15}(\.\d{1,4})?$/,
  iso: /^[A-Z]{3}$/,
  notify_url: /^https?:\/\/\S{1,2000}$/,
} as const;

/** The body of a 422 for a malformed order; `scenarios` lists the known ones. */
export type Refusal = {
  readonly kind: 'refused';
  readonly fault: string;
  readonly field?: string;
  readonly scenarios?: readonly string[];
};

const defaultDelayMs = 300;

/** The duration of a scenario in milliseconds; undefined if it is malformed. */
export function readDelay(simulate: Record<string, unknown>, usualMs = defaultDelayMs): number | undefined {
  const delay = text(simulate.delay_ms);
  if (delay === '') return usualMs;
  return /^\d{1,9}$/.test(delay) ? Number(delay) : undefined;
}

export function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function object(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Numbers count as text; any other value is empty. */
export function text(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

/** The word behind a plus in a customer's e-mail address, by which the other faces choose a scenario: `ada+decline@example.com`. */
export function wordInAddress(email: string): string {
  return /\+([a-z0-9_]+)@/.exec(email)?.[1] ?? '';
}

/** The key of a merchant of another face. */
export function bearerOf({ headers }: FastifyRequest): string {
  return (headers.authorization ?? '').replace(/^Bearer /, '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
