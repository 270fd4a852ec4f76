import type { Configuration } from '#domain/configuration/configuration';
import { deliveryErrors, type DeliveryError } from '#domain/wire/callbacks';

/**
 * The name of a merchant's endpoint: project, scheme, host and port (contract §8), such as
 * `shop https://shop.example.com:443`. Throws if the text is not a URL.
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

/** The errors that older releases logged. */
const formerErrors: Readonly<Record<string, DeliveryError>> = {
  connect: 'refused',
  'refused target': 'forbidden_address',
};

/** The error of a logged attempt; null if it got a status. */
export function readDeliveryError(failure: string | null): DeliveryError | null {
  if (failure === null) return null;
  return deliveryErrors.find((error) => error === failure) ?? formerErrors[failure] ?? 'reset';
}
