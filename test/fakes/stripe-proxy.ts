import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What happens to the next request of a path:
 * - `lost`: it does not arrive.
 * - `cut`: it arrives; its answer does not.
 * - `broken`: it arrives; its answer is made a 500.
 * - `garbled`: it arrives; its answer cannot be read.
 * - `late`: it arrives; its answer comes when it is released.
 * - `silent`: it arrives; no answer comes, and nobody hangs up.
 * - `held`: its caller is cut off, and it arrives when it is released.
 */
type Mishap = 'lost' | 'cut' | 'broken' | 'garbled' | 'late' | 'silent' | 'held';

export type Answer = { readonly status: number; readonly body: string };

export type StripeProxy = {
  readonly url: string;
  /** Requests that `witness` has refused: line, form and answer. */
  readonly refused: readonly string[];
  /** One for each line that was sent. */
  readonly seen: readonly string[];
  /** The next request whose path ends like this meets a mishap. */
  next(pathEnd: string, mishap: Mishap): void;
  /** Lets the held request through, or the late answer, and returns how it was answered. */
  release(): Promise<Answer>;
  close(): void;
};

/**
 * A lossy way to Stripe World. Stripe World does not know `return_url`, which is left out on the way, and has no pages, of which the
 * list is empty here; every request is shown to `witness`, a stripe-mock, as it was sent.
 */
export async function startStripeProxy(worldUrl: string, witness: string | undefined): Promise<StripeProxy> {
  const seen: string[] = [];
  const { refused, show } = createTee(witness);
  let planned: { readonly pathEnd: string; readonly mishap: Mishap } | undefined;
  let held: (() => Promise<Answer>) | undefined;

  const mishapOf = ({ url = '' }: IncomingMessage) => {
    if (planned === undefined || !url.split('?')[0]?.endsWith(planned.pathEnd)) return undefined;
    const { mishap } = planned;
    planned = undefined;
    return mishap;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await text(request);
    seen.push(`${request.method} ${request.url}`);
    await show(request, form);
    const forward = () =>
      isListOfPages(request) ? noPages : pass(worldUrl, request, withoutReturnUrl(form));
    const mishap = mishapOf(request);
    if (mishap === 'held') held = forward;
    const isLost = mishap === 'lost' || mishap === 'held';
    const answer = isLost ? undefined : await forward();
    if (!answer || mishap === 'cut') return void request.socket.destroy();
    if (mishap === 'silent') return;
    if (mishap === 'late') await untilReleased(answer);
    const { status, body } = damaged(answer, mishap);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  const untilReleased = (answer: Answer) =>
    new Promise<void>((resolve) => {
      held = () => {
        resolve();
        return Promise.resolve(answer);
      };
    });

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
      if (!held) throw new Error('no request or answer is held');
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

/** Shows requests to a stripe-mock, and keeps those that it refuses: line, form and answer. */
export function createTee(mockUrl: string | undefined) {
  const refused: string[] = [];
  return {
    refused,
    show: async (request: IncomingMessage, form: string): Promise<void> => {
      if (mockUrl === undefined) return;
      const { status, body } = await pass(mockUrl, request, form);
      if (status !== 200) refused.push(`${request.method} ${request.url} ${form}: ${status} ${body}`);
    },
  };
}

export async function pass(
  target: string,
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
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

function isListOfPages({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?')[0] === '/v1/checkout/sessions';
}

const noPages = Promise.resolve<Answer>({
  status: 200,
  body: JSON.stringify({ object: 'list', data: [], has_more: false, url: '/v1/checkout/sessions' }),
});

function damaged(answer: Answer, mishap: Mishap | undefined): Answer {
  if (mishap === 'broken') return { status: 500, body: 'Internal Server Error' };
  return mishap === 'garbled' ? { ...answer, body: answer.body.slice(0, -1) } : answer;
}
