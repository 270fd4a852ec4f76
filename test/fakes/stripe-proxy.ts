import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What happens to the next request of a path:
 * - `lost`: it does not arrive.
 * - `cut`: it arrives; its answer does not.
 * - `broken`: it arrives; its answer is made a 500.
 * - `silent`: it arrives; no answer comes, and nobody hangs up.
 * - `held`: its caller is cut off, and it arrives when it is released.
 */
type Mishap = 'lost' | 'cut' | 'broken' | 'silent' | 'held';

type Answer = { readonly status: number; readonly body: string };

export type StripeProxy = {
  readonly url: string;
  /** Requests that `witness` has refused: line, form and answer. */
  readonly refused: readonly string[];
  /** One for each line that was sent. */
  readonly seen: readonly string[];
  /** The next request whose path ends like this meets a mishap. */
  next(pathEnd: string, mishap: Mishap): void;
  /** Lets the held request through, and returns how it was answered. */
  release(): Promise<Answer>;
  close(): void;
};

/**
 * A lossy way to Stripe World. Stripe World does not know `return_url`, which is left out on the way; every request is shown to
 * `witness`, a stripe-mock, as it was sent.
 */
export async function startStripeProxy(worldUrl: string, witness: string | undefined): Promise<StripeProxy> {
  const [seen, refused]: [string[], string[]] = [[], []];
  let planned: { readonly pathEnd: string; readonly mishap: Mishap } | undefined;
  let held: (() => Promise<Answer>) | undefined;

  const witnessed = async (request: IncomingMessage, form: string) => {
    if (witness === undefined) return;
    const { status, body } = await pass(witness, request, form);
    // What it lacks are examples, not forms.
    if (status !== 200) refused.push(`${request.method} ${request.url} ${form}: ${status} ${body}`);
  };
  const mishapOf = ({ url = '' }: IncomingMessage) => {
    if (planned === undefined || !url.split('?')[0]?.endsWith(planned.pathEnd)) return undefined;
    const { mishap } = planned;
    planned = undefined;
    return mishap;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await text(request);
    seen.push(`${request.method} ${request.url}`);
    await witnessed(request, form);
    const forward = () => pass(worldUrl, request, withoutReturnUrl(form));
    const mishap = mishapOf(request);
    if (mishap === 'held') held = forward;
    const isLost = mishap === 'lost' || mishap === 'held';
    const answer = isLost ? undefined : await forward();
    if (!answer || mishap === 'cut') return void request.socket.destroy();
    if (mishap === 'silent') return;
    if (mishap === 'broken') return void response.writeHead(500).end('Internal Server Error');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    seen,
    next(pathEnd, mishap) {
      planned = { pathEnd, mishap };
    },
    async release() {
      if (!held) throw new Error('no request is held');
      const answer = await held();
      held = undefined;
      return answer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function pass(
  target: string,
  { method = '', url = '', headers }: IncomingMessage,
  form: string,
): Promise<Answer> {
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: ownHeaders(headers),
    ...(method !== 'GET' && { body: form }),
  });
  return { status: answer.status, body: await answer.text() };
}

function withoutReturnUrl(form: string): string {
  const parameters = new URLSearchParams(form);
  parameters.delete('return_url');
  return parameters.toString();
}

const kept = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'];

function ownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
