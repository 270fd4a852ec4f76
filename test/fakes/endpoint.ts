import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Heard = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** What it answers; a promise holds the answer back. */
export type EndpointAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A merchant's own endpoint, that answers as a test says and keeps what it heard. */
export type Endpoint = { readonly url: string; readonly heard: readonly Heard[]; close(): void };

export async function openEndpoint(
  answer: (heard: Heard, soFar: number) => EndpointAnswer | Promise<EndpointAnswer>,
): Promise<Endpoint> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      heard.push(one);
      void Promise.resolve(answer(one, heard.length)).then(({ status, headers: own, body: told }) =>
        response.writeHead(status, own).end(told),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
