import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createLog } from '#runtime/create-log';
import { runProcess } from '#runtime/run-process';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';

/** Serves the public keys with which a Temporal server verifies API keys; it reads them over HTTP only. */
export async function servePublicKeys({ settings }: Session): Promise<Outcome> {
  const { file, port } = settings((read) => ({
    file: read.text('TEMPORAL_PUBLIC_KEYS', '/var/lib/temporal-keys/public/keys.json'),
    port: read.port('PUBLIC_KEYS_PORT', 8080),
  }));
  await runProcess(createLog('public keys', 'info'), async () => {
    const keys = readFileSync(file);
    const server = createServer((request, response) => {
      const isFound = request.method === 'GET' && request.url === '/keys.json';
      response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isFound ? keys : '');
    });
    await new Promise<void>((resolve) => server.listen(port, resolve));
    return [{ name: 'http', stop: () => new Promise<void>((resolve) => void server.close(() => resolve())) }];
  });
  return { data: undefined };
}
