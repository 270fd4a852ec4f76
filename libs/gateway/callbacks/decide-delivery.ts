import type { Configuration } from '#domain/configuration';
import type { CallbackResult } from './send-callback.js';

/**
 * What one attempt means for its event (contract §8): `delivered` by any 2xx, `stopped` by 410, else `retry`, not
 * before `retryAfterSeconds` when the merchant asked for that (at most 24 hours).
 */
export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'retry'; readonly retryAfterSeconds?: number };

export function decideDelivery(result: CallbackResult): DeliveryDecision {
  if (result.kind !== 'answered') return { kind: 'retry' };
  if (result.httpStatus >= 200 && result.httpStatus < 300) return { kind: 'delivered' };
  if (result.httpStatus === gone) return { kind: 'stopped' };
  if (result.retryAfterSeconds === undefined) return { kind: 'retry' };
  return { kind: 'retry', retryAfterSeconds: Math.min(result.retryAfterSeconds, retryAfterSecondsMax) };
}

const gone = 410;
const retryAfterSecondsMax = 86_400;

/** Why an attempt brought no status (contract §7). */
export const deliveryErrors = [
  'timeout',
  'refused',
  'reset',
  'dns',
  'tls',
  'forbidden_address',
  'too_large',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** What is told of an attempt: status or error, and latency; never anything of the answer's body. */
export type DeliveryReport = {
  readonly httpStatus: number | undefined;
  readonly failure: DeliveryError | undefined;
  readonly latencyMs: number;
};

export function reportDelivery(result: CallbackResult): DeliveryReport {
  switch (result.kind) {
    case 'answered':
      return { httpStatus: result.httpStatus, failure: undefined, latencyMs: result.latencyMs };
    case 'refusedTarget':
      return { httpStatus: undefined, failure: 'forbidden_address', latencyMs: 0 };
    case 'noAnswer':
      return { httpStatus: undefined, failure: result.reason, latencyMs: result.latencyMs };
  }
}

/** What attempts of older releases were logged with. */
const formerErrors: Readonly<Record<string, DeliveryError>> = {
  connect: 'refused',
  'refused target': 'forbidden_address',
};

/** The error of a logged attempt; null: it brought a status. */
export function readDeliveryError(failure: string | null): DeliveryError | null {
  if (failure === null) return null;
  return deliveryErrors.find((error) => error === failure) ?? formerErrors[failure] ?? 'reset';
}

/**
 * The name of a merchant's endpoint: project, scheme, host and port (contract §8), such as
 * `shop https://shop.example.com:443`. Throws on what is no URL.
 */
export function endpointOf(project: string, callbackUrl: string): string {
  const { protocol, hostname, port } = new URL(callbackUrl);
  return `${project} ${protocol}//${hostname}:${port || defaultPorts[protocol] || ''}`;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** How an endpoint of the project is treated, as configured now. One that has left the configuration has no targets, either. */
export function endpointTermsOf({ projects, timing }: Configuration, project: string) {
  const { endpointPauseAfterMs, endpointProbeMs } = projects[project]?.timing ?? timing;
  const callbackRate = projects[project]?.callbackRate ?? 1;
  return { pauseAfterMs: endpointPauseAfterMs, probeMs: endpointProbeMs, callbackRate };
}
