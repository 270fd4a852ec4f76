import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyRequest } from '#gateway/signature/request-signature';

/** The key of contract §2's golden vectors. */
export const goldenSecret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
export const goldenKeyId = 'mk_test_demo';

/** One answer; `cut` takes the request and closes the connection, `silent` never answers. */
export type Scripted =
  | 'cut'
  | 'silent'
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

export type Seen = {
  readonly line: string;
  readonly host: string | undefined;
  readonly body: string;
  /** Whether the signature is right. */
  readonly verdict: string;
};

export type ScriptedGateway = {
  readonly baseUrl: string;
  readonly seen: readonly Seen[];
  close(): void;
};

/** An HTTP server that answers in the order of the script, verifies what it gets, and keeps it. */
export async function openScriptedGateway(script: readonly Scripted[]): Promise<ScriptedGateway> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((rawBody) => {
      const { method = '', url: target = '', rawHeaders } = request;
      const rules = { now: new Date(), hosts: ['127.0.0.1', 'gw.example.com'], skewSeconds: 300 };
      const findKey = (keyId: string) => (keyId === goldenKeyId ? { secret: goldenSecret } : undefined);
      const { kind } = verifyRequest({ method, target, rawHeaders, rawBody }, findKey, rules);
      const answer = script[seen.length] ?? 'cut';
      const { host } = request.headers;
      seen.push({ line: `${method} ${target}`, host, body: rawBody.toString(), verdict: kind });
      if (answer === 'silent') return;
      if (answer === 'cut') return void request.socket.destroy();
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status, answer.headers).end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
