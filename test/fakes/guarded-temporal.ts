import { readFileSync } from 'node:fs';
import { connect, createSecureServer, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const unauthenticated = '16';

/** What the guard has let through and turned away. */
export type GuardedTemporal = {
  readonly address: string;
  readonly counts: { passed: number; refused: number };
  stop(): Promise<void>;
};

/**
 * The development server, which knows no TLS, behind a door like that of a production server: it demands a client
 * certificate of the authority and one of these API keys on every call, and passes calls on as they are.
 */
export async function guardTemporal(
  target: string,
  keys: string,
  apiKeys: readonly string[],
): Promise<GuardedTemporal> {
  const file = (name: string) => readFileSync(join(keys, 'server', name));
  const server = createSecureServer({
    key: file('frontend.key'),
    cert: file('frontend.pem'),
    ca: file('authority.pem'),
    requestCert: true,
    rejectUnauthorized: true,
  });
  const counts = { passed: 0, refused: 0 };
  const sessions = new Set<Http2Session>();
  server.on('session', (session) => {
    const behind = connect(`http://${target}`);
    for (const one of [session, behind]) {
      sessions.add(one);
      one.on('error', () => one.destroy()).on('close', () => sessions.delete(one));
    }
    session.on('close', () => behind.destroy());
    behind.on('close', () => session.destroy());
    session.on('stream', (stream: ServerHttp2Stream, headers) => {
      stream.on('error', () => stream.destroy());
      const { authorization, ...rest } = headers;
      if (!apiKeys.some((key) => authorization === `Bearer ${key}`)) {
        counts.refused += 1;
        stream.respond(
          { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': unauthenticated },
          { endStream: true },
        );
        return;
      }
      counts.passed += 1;
      const call = behind.request(rest);
      call.on('error', () => stream.close());
      stream.on('close', () => call.close());
      call.on('response', (answer) => {
        if (stream.closed) return;
        // A call that fails at once carries its status in the headers, and nothing comes after them.
        if (answer['grpc-status'] !== undefined) {
          stream.respond(answer, { endStream: true });
          return;
        }
        stream.respond(answer, { waitForTrailers: true });
        let trailers = {};
        call.on('trailers', (last) => (trailers = last));
        stream.on('wantTrailers', () => stream.sendTrailers(trailers));
        call.pipe(stream);
      });
      stream.pipe(call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
