import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { exchange, type ProviderMethod } from '#gateway/connectors/call-provider';

/** One call to a provider and its answer, without headers. */
export type SeenExchange = {
  readonly method: string;
  /** Without its query, which can hold an account. */
  readonly path: string;
  /** JSON; absent without a body. */
  readonly request?: unknown;
  readonly status: number;
  /** JSON; absent if the answer is not JSON. */
  readonly answer?: unknown;
};

/** A server in front of a provider that passes every call on and records it with its answer. */
export async function recordExchanges(providerUrl: string) {
  const exchanges: SeenExchange[] = [];
  const front = createServer((request, response) => {
    void (async () => {
      const sent = await read(request);
      const { method = '', url = '' } = request;
      const answer = await exchange(
        {
          method: methods.find((each) => each === method) ?? 'GET',
          url: new URL(`${providerUrl.replace(/\/$/, '')}${url}`),
          headers: ownHeadersOf(request),
          body: sent,
        },
        { timeoutMs: answerMs },
      ).catch(() => undefined);
      if (!answer) return request.socket.destroy();
      const { status, text: body, retryAfterMs } = answer;
      const [path = ''] = url.split('?');
      exchanges.push({
        method,
        path,
        status,
        ...(sent !== '' && { request: parse(sent) }),
        answer: parse(body),
      });
      const patience =
        retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) };
      response.writeHead(status, { 'content-type': 'application/json', ...patience });
      return response.end(body);
    })();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, exchanges, close: () => front.close() };
}

/** Those that connectors and trials use. */
const methods: readonly ProviderMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];
/** Longer than any call of a trial. */
const answerMs = 60_000;

/** Of the connection and of how the body goes over it. */
const passingHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
]);

function ownHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !passingHeaders.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
