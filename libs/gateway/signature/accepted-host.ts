/**
 * Whether a `Host` header is in the list of names this service answers to, whatever its case. An entry without port
 * accepts any port. Without this check a request signed for one deployment could be replayed to another.
 */
export function isAcceptedHost(host: string, accepted: readonly string[]): boolean {
  const [, name, port] = hostForm.exec(host.toLowerCase()) ?? [];
  if (name === undefined) return false;
  const withPort = port === undefined ? name : `${name}:${port}`;
  return accepted.some((entry) => entry.toLowerCase() === name || entry.toLowerCase() === withPort);
}

const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;
