import { createServer, request as ask } from 'node:http';
import { createLog } from '#runtime/create-log';
import { readEnvironment } from '#runtime/read-environment';
import { runProcess } from '#runtime/run-process';

/**
 * A proxy in front of the Temporal UI, which cannot have an API key itself: adds a read-only key to requests that have none.
 * A person who has signed on has a key of their own.
 */
const settings = readEnvironment(process.env, (read) => ({
  target: new URL(read.text('TEMPORAL_UI_UPSTREAM', 'http://temporal-ui:8080')),
  apiKey: read.text('TEMPORAL_API_KEY'),
  port: read.port('TEMPORAL_UI_DOOR_PORT', 8233),
}));
const { target, apiKey, port } = settings;

await runProcess(createLog('temporal ui', 'info'), async () => {
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return [{ name: 'http', stop: () => new Promise<void>((resolve) => void server.close(() => resolve())) }];
});
