import { once } from 'node:events';
import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Below this path is Stripe, everything else is the sandbox. */
export const stripePath = '/stripe';

export type Ways = { readonly port: number; close(): void };

/**
 * One port before Stripe World and the sandbox, so that both are reached in the same weather. Stripe World does not know
 * `return_url`, which is left out on the way.
 */
export async function openWays(worldUrl: string, sandboxPort: number): Promise<Ways> {
  const server = createServer((request, response) => {
    const passed = request.url?.startsWith(`${stripePath}/`)
      ? passToStripe(request, response, worldUrl)
      : passToSandbox(request, response, sandboxPort);
    // Whatever fails gets no answer: an error of ours would be no word of the provider.
    passed.catch(() => request.socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const kept = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'];

/** To its end, whether its caller is still there or not. */
async function passToStripe(
  request: IncomingMessage,
  response: ServerResponse,
  worldUrl: string,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const form = new URLSearchParams(await text(request));
  form.delete('return_url');
  const answer = await fetch(worldUrl + url.slice(stripePath.length), {
    method,
    headers: Object.fromEntries(
      kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    ),
    ...(method !== 'GET' && { body: form.toString() }),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}

async function passToSandbox(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const { method, url, headers } = request;
  const passed = openRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
  request.pipe(passed);
  const [answer] = (await once(passed, 'response')) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('error', () => response.destroy()).pipe(response);
}
