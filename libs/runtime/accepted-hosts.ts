/** How a browser on the same machine names it. */
export const loopbackHosts = 'localhost,127.0.0.1,[::1]';

/**
 * Reads a list of host names with commas between them; `any` accepts every one. Returns whether a `Host` header has a name
 * of the list, with any port. A page of another site that has its own name resolved to us (DNS rebinding) is not ours.
 */
export function readAcceptedHosts(list: string): (host: string | undefined) => boolean {
  const names = new Set(list.split(',').map((name) => name.trim().toLowerCase()));
  return (host = '') => names.has('any') || names.has(host.toLowerCase().replace(/:\d{1,5}$/, ''));
}
