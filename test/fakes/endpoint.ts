import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { openServer } from './loopback-server.js';

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
  const server = await openServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    heard.push(one);
    const { status, headers: own, body } = await answer(one, heard.length);
    response.writeHead(status, own).end(body);
  });
  return { ...server, heard };
}
