import { parse } from 'lossless-json';
import { GatewayError } from '#domain/errors/gateway-error';
import type { ExampleBody } from '#domain/methods/examples';
import type { TransactionRequest } from '#domain/transaction/request';
import { acceptPayment } from '../accept-request.js';
import type { ParsedBody } from '../../../http/check-body.js';

export function accept(body: ExampleBody): TransactionRequest {
  return acceptPayment(parsed(JSON.stringify(body)));
}

export function parsed(text: string): ParsedBody {
  return parse(text) as ParsedBody;
}

/** The key of the refusal, or `accepted`. Anything but a GatewayError is thrown on. */
export function outcomeOf(body: ExampleBody): string {
  return outcomeOfText(JSON.stringify(body));
}

export function outcomeOfText(text: string): string {
  try {
    acceptPayment(parsed(text));
    return 'accepted';
  } catch (error) {
    if (error instanceof GatewayError) return error.key;
    throw error;
  }
}

export type Refusal = { readonly key: string; readonly paths: readonly string[] };

export function refusal(body: ExampleBody): Refusal {
  return refusalOfText(JSON.stringify(body));
}

export function refusalOfText(text: string): Refusal {
  const { key, fields } = thrownByText(text);
  return { key, paths: fields.map(({ path }) => path) };
}

export function thrown(body: ExampleBody): GatewayError {
  return thrownByText(JSON.stringify(body));
}

function thrownByText(text: string): GatewayError {
  try {
    acceptPayment(parsed(text));
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error(`Accepted, though it should be refused: ${text}`);
}

export function put(body: ExampleBody, path: string, value: unknown): ExampleBody {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [first]: value };
  const inner = body[first];
  const object = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  return { ...body, [first]: put(object, rest.join('.'), value) };
}

export function withAmount(body: ExampleBody, text: string): string {
  return JSON.stringify({ ...body, amount: '@' }).replace('"@"', text);
}
