import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { isSignedBy } from '../signature.js';

type ReceivedNotification = {
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly signed: boolean;
};

/** The other side of the provider's notifications: a real server that keeps them. */
export async function startMerchantSystem(secret: string) {
  const received: ReceivedNotification[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const signed = isSignedBy(secret, 'NOTIFICATION', bytes, header(request.headers));
      received.push({ body: JSON.parse(bytes.toString()), text: bytes.toString(), signed });
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/notify`,
    received,
    /** Statuses of the next answers; afterwards 200. */
    answers,
    close: () => server.close(),
  };
}

function header(headers: IncomingHttpHeaders): string {
  return String(headers['x-sandbox-signature']);
}
