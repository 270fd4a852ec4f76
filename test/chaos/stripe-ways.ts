import { once } from 'node:events';
import { request as openRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { openServer, type LoopbackServer } from '../fakes/loopback-server.js';
import { pass, withoutReturnUrl } from '../fakes/stripe-proxy.js';

/** Below this path is Stripe, everything else is the sandbox. */
export const stripePath = '/stripe';

/**
 * One port before Stripe World and the sandbox, so that both are reached in the same weather. Stripe World does not know
 * `return_url`, which is left out on the way. A request that fails gets no answer: an error would pass for one of the provider.
 */
export function openWays(worldUrl: string, sandboxPort: number): Promise<LoopbackServer> {
  return openServer((request, response) =>
    request.url?.startsWith(`${stripePath}/`)
      ? passToStripe(request, response, worldUrl)
      : passToSandbox(request, response, sandboxPort),
  );
}

/** To its end, whether its caller is still there or not. */
async function passToStripe(
  request: IncomingMessage,
  response: ServerResponse,
  worldUrl: string,
): Promise<void> {
  const { method, url = '', headers } = request;
  const form = withoutReturnUrl(await text(request));
  const { status, body } = await pass(worldUrl, { method, url: url.slice(stripePath.length), headers }, form);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
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
