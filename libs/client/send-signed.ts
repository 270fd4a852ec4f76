import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { signRequest } from '#gateway/signature/request-signature';
import { NoAnswer } from './no-answer.js';

export type Credentials = {
  /** Where the gateway is, such as `https://gw.example.com`, without a path. */
  readonly baseUrl: string;
  readonly keyId: string;
  /** Base64 of 32 bytes. */
  readonly secret: string;
  /** The `Host` to sign and send, where the gateway is known by another name than `baseUrl` has. */
  readonly host?: string | undefined;
};

/** An answer of the API as it came. */
export type Answer = {
  readonly httpStatus: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** From sending to the last byte of the answer. */
  readonly milliseconds: number;
};

export type SendOptions = {
  /** The longest wait for the whole answer, in milliseconds; else the client's own. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The media type to ask for, where the API has several; else JSON. */
  readonly accept?: string | undefined;
};

export type Sender = {
  /** Signs and sends one request, once. `body` goes out byte for byte. Throws `NoAnswer` when none comes. */
  send(method: string, path: string, body?: Buffer | string, options?: SendOptions): Promise<Answer>;
  /** Ends the connections that are kept open. */
  close(): void;
};

/**
 * What signs as contract §2 says, on kept connections. Built on `node:http`, because `fetch` may not set `Host`, and what
 * is signed must be what is sent. Redirects are not followed: a signature is for one place.
 */
export function createSender(credentials: Credentials, answerTimeoutMs: number): Sender {
  const url = new URL(credentials.baseUrl);
  if (url.pathname !== '/' || url.search !== '') throw new Error('The base URL has no path and no query');
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true });
  const request = isSecure ? secureRequest : plainRequest;
  const host = credentials.host ?? url.host;

  return {
    async send(method, path, body = '', { timeoutMs = answerTimeoutMs, signal, accept } = {}) {
      const { keyId, secret } = credentials;
      const signed = signRequest({ method, path, host, date: new Date(), body, keyId, secret });
      const length = body.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const limit = AbortSignal.timeout(timeoutMs);
      const started = performance.now();
      try {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          const outgoing = request(
            {
              protocol: url.protocol,
              hostname: url.hostname.replace(/^\[|\]$/g, ''),
              port: url.port,
              path,
              method,
              agent,
              headers: { ...signed, ...length, ...(accept !== undefined && { accept }) },
              signal: signal ? AbortSignal.any([signal, limit]) : limit,
            },
            resolve,
          );
          outgoing.on('error', reject);
          outgoing.end(body);
        });
        const text = (await buffer(response)).toString('utf8');
        const milliseconds = performance.now() - started;
        return { httpStatus: response.statusCode ?? 0, headers: flatten(response), text, milliseconds };
      } catch (cause) {
        signal?.throwIfAborted();
        throw new NoAnswer(`${method} ${path}`, cause);
      }
    },
    close: () => agent.destroy(),
  };
}

function flatten({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
