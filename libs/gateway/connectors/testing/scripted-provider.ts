import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ProviderAccount } from '../connector.js';
import { parseJson } from '../json-body.js';

/** One answer; `cut` takes the request and closes the connection, `silent` never answers. */
export type ProviderAnswer = 'cut' | 'silent' | { readonly status: number; readonly body: unknown };

type SeenRequest = {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
};

export type ScriptedProvider = {
  readonly account: ProviderAccount;
  readonly seen: readonly SeenRequest[];
  close(): void;
};

/** A provider that answers each request by its line, which has neither host nor query; an unknown line is 404. */
export async function openScriptedProvider(
  answers: Readonly<Record<string, ProviderAnswer>>,
  credentials: ProviderAccount['credentials'],
): Promise<ScriptedProvider> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((rawBody) => {
      const { method = '', url = '', headers } = request;
      seen.push({ line: `${method} ${url}`, headers, body: parseJson(rawBody.toString()) });
      const answer = answers[`${method} ${url.split('?')[0]}`] ?? { status: 404, body: 'no such path' };
      if (answer === 'silent') return;
      if (answer === 'cut') return void request.socket.destroy();
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    account: { provider: 'scripted', mid: 'main', baseUrl: `http://127.0.0.1:${port}`, credentials },
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
