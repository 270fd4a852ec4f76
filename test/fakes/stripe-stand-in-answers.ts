import type { StripeObject } from './ask-stripe.js';

/** A request, read. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
};
export type Told = { readonly status: number; readonly body: StripeObject };
/** One that it does not play is undefined. */
export type Player = (asked: Asked) => Told | undefined;

export const ok = (body: StripeObject): Told => ({ status: 200, body });

export const list = (data: readonly StripeObject[]): Told =>
  ok({ object: 'list', data, has_more: false, url: '/v1' });

export function fault(status: number, code?: string): Told {
  const type = 'invalid_request_error';
  return { status, body: { error: { type, message: 'no', ...(code !== undefined && { code }) } } };
}

export const nowS = () => Math.floor(Date.now() / 1_000);
