import { createServer, request as ask } from 'node:http';
import { createLog } from '#runtime/create-log';
import { readEnvironment } from '#runtime/read-environment';
import { runProcess } from '#runtime/run-process';

/**
 * What people open in place of the Temporal UI, which has no key of its own: adds the key of the UI, which may look and
 * nothing else, to requests that carry none. A person who has signed on has one, with that person's rights.
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
        // Never another host, whatever the request line says: the key goes along.
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
