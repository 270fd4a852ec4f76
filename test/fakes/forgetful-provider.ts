import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ForgetfulProvider = {
  readonly url: string;
  /** Whom it stands in front of. */
  forwardTo(sandboxUrl: string): void;
  /** From now on it takes orders without an answer and knows none of them, not to close them either; or it is as it was. */
  forget(isForgetful: boolean): void;
  close(): Promise<void>;
};

/** A way to the sandbox for a provider that works on what it takes, and for a while finds none of it. */
export async function startForgetfulProvider(): Promise<ForgetfulProvider> {
  let upstream: string | undefined;
  let isForgetful = false;
  const server = createServer((asked, answer) => {
    if (upstream === undefined) return void answer.writeHead(503).end();
    if (isForgetful && (asked.method === 'GET' || asked.url?.endsWith(cancelPath)))
      return void answer.writeHead(404, { 'content-type': 'application/json' }).end(unknownOrder);
    forward(asked, answer, { upstream, isAnswered: !isForgetful });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (sandboxUrl) => void (upstream = sandboxUrl),
    forget: (value) => void (isForgetful = value),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const cancelPath = '/abandon';
const unknownOrder = JSON.stringify({ fault: 'UNKNOWN_ORDER' });

function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  { upstream, isAnswered }: { readonly upstream: string; readonly isAnswered: boolean },
): void {
  const { method, headers } = asked;
  const onward = request(new URL(asked.url ?? '/', upstream), { method, headers }, (answered) => {
    if (!isAnswered) return void answer.destroy();
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.on('error', () => answer.destroy()).pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
