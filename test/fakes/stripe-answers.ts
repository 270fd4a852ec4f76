import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { apiVersion } from '#gateway/connectors/stripe/call-stripe';
import type { StripeObject } from './ask-stripe.js';
import { openServer, type LoopbackServer } from './loopback-server.js';

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
/** An object that a fake of Stripe keeps, and changes. */
export type Kept = Record<string, unknown>;

/** A server that speaks as Stripe does; `sent` is the form as it came. */
export function openStripe(
  answer: (asked: Asked, request: IncomingMessage, sent: string) => Told | Promise<Told>,
): Promise<LoopbackServer> {
  return openServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = await text(request);
    const [path = '', query] = url.split('?');
    const asked = { method, path, query: new URLSearchParams(query), form: new URLSearchParams(sent) };
    const { status, body } = await answer(asked, request, sent);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

export const ok = (body: StripeObject): Told => ({ status: 200, body });

export const list = (data: readonly StripeObject[]): Told =>
  ok({ object: 'list', data, has_more: false, url: '/v1' });

export function fault(status: number, code?: string): Told {
  const type = 'invalid_request_error';
  return { status, body: { error: { type, message: 'no', ...(code !== undefined && { code }) } } };
}

export const nowS = () => Math.floor(Date.now() / 1_000);

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

export function newIntent(fields: Kept): Kept {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    created: nowS(),
    status: 'requires_payment_method',
    amount_received: 0,
    cancellation_reason: null,
    last_payment_error: null,
    latest_charge: null,
    next_action: null,
    client_secret: `${id}_secret_x`,
    ...fields,
  };
}

/** What Stripe would tell of an object, as it is now. */
export const newEvent = (type: string, object: StripeObject): StripeObject => ({
  id: newId('evt'),
  object: 'event',
  api_version: apiVersion,
  type,
  data: { object: { ...object } },
});

/** The fields of an object in a form. */
export function below(form: URLSearchParams, name: string): StripeObject {
  const entries = [...form].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}
