/**
 * The name of a merchant's endpoint: project, scheme, host and port (contract §8), such as
 * `shop https://shop.example.com:443`. Throws on what is no URL.
 */
export function endpointOf(project: string, callbackUrl: string): string {
  const { protocol, hostname, port } = new URL(callbackUrl);
  return `${project} ${protocol}//${hostname}:${port || defaultPorts[protocol] || ''}`;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
