import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The merchant's side of callbacks, in this process: answers 200 and resolves the waiting promise. */
export type MerchantInbox = {
  readonly callbackUrl: string;
  /** Resolves when the callback of this reference has come; rejects when it takes too long. */
  expect(reference: string): Promise<void>;
  /** When callbacks about this transaction came, in milliseconds since 1970. */
  arrivals(identifier: string): readonly number[];
  /** TCP connections that were opened to it so far. */
  connections(): number;
  close(): Promise<void>;
};

const waitMaxMs = 60_000;
/** As long as a common front server keeps an idle connection. */
const keepAliveMs = 65_000;

export async function openMerchantInbox(): Promise<MerchantInbox> {
  const waiting = new Map<string, () => void>();
  const arrived = new Map<string, number[]>();
  let connections = 0;
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    readText(request).then(
      (text) => {
        response.writeHead(200).end();
        const [, identifier = ''] = /"identifier":"([^"]*)"/.exec(text) ?? [];
        arrived.set(identifier, [...(arrived.get(identifier) ?? []), Date.now()]);
        const reference = /"reference":"([^"]*)"/.exec(text)?.[1] ?? '';
        waiting.get(reference)?.();
        waiting.delete(reference);
      },
      () => request.destroy(),
    );
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    callbackUrl: `http://127.0.0.1:${port}/callbacks`,
    expect: (reference) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no callback for ${reference}`)), waitMaxMs);
        waiting.set(reference, () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    arrivals: (identifier) => arrived.get(identifier) ?? [],
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
