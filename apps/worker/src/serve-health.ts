import { createServer } from 'node:http';
import type { Stoppable } from '#runtime/run-process';

/** `/health/live` and `/health/ready` of a process that serves nothing else. */
export async function serveHealth(port: number, isReady: () => boolean): Promise<Stoppable> {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/health/live' || request.url === '/health/ready';
    const isFine = request.url === '/health/live' || isReady();
    const status = isKnown ? (isFine ? 200 : 503) : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, resolve);
  });
  return {
    name: 'health',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
