import { createServer, request as ask } from 'node:http';
import { loopbackHosts, readAcceptedHosts } from '#runtime/accepted-hosts';
import { boundConnections, serverTimes } from '#runtime/bound-connections';
import { createLog } from '#runtime/create-log';
import { runProcess } from '#runtime/run-process';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';

/** A browser opens six at most; all persons may come through one proxy. */
const connectionsMax = 500;

/**
 * A proxy in front of the Temporal UI, which cannot have an API key itself: adds a read-only key to requests that have none.
 * A person who has signed on has a key of their own.
 */
export async function openTemporalUi({ settings }: Session): Promise<Outcome> {
  const { target, apiKey, port, hosts } = settings((read) => ({
    target: new URL(read.text('TEMPORAL_UI_UPSTREAM', 'http://temporal-ui:8080')),
    apiKey: read.text('TEMPORAL_API_KEY'),
    port: read.port('TEMPORAL_UI_DOOR_PORT', 8233),
    /** The names that a browser may use: a page of another site must not get at the key by a name of its own. */
    hosts: read.text('TEMPORAL_UI_HOSTS', loopbackHosts),
  }));
  const isAccepted = readAcceptedHosts(hosts);
  const log = createLog('temporal ui', 'info');
  await runProcess(log, async () => {
    const server = createServer(serverTimes, (request, response) => {
      if (!isAccepted(request.headers.host)) {
        request.resume();
        response
          .writeHead(421, { 'content-type': 'text/plain' })
          .end('This host is not in TEMPORAL_UI_HOSTS.\n');
        return;
      }
      const call = ask(
        {
          // Always this host, whatever the request line says, because the key is sent along.
          hostname: target.hostname,
          port: target.port,
          path: request.url,
          method: request.method,
          headers: { ...request.headers, authorization: request.headers.authorization ?? `Bearer ${apiKey}` },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      call.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
      response.on('close', () => call.destroy());
      request.pipe(call);
    });
    boundConnections(server, { max: connectionsMax, isTrusted: () => true, log });
    await new Promise<void>((resolve) => server.listen(port, resolve));
    return [{ name: 'http', stop: () => new Promise<void>((resolve) => void server.close(() => resolve())) }];
  });
  return { data: undefined };
}
