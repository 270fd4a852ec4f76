import type { FastifyInstance } from 'fastify';
import { buildServer } from '../server.js';
import { readSettings } from '../settings.js';
import { signMessage } from '../signature.js';

export const sandboxSecret = 'sandbox_secret_demo';
const silenceMs = 1_200;

/** The sandbox on its own port with its data folder, and signed calls to it. */
export async function startSandbox(dataFolder: string) {
  const settings = {
    ...readSettings({ NODE_ENV: 'development' }),
    dataFolder,
    silenceMs,
    logLevel: 'silent',
  };
  const server: FastifyInstance = await buildServer({ ...settings, publicUrl: 'http://bank.test' });
  const base = await server.listen({ port: 0, host: '127.0.0.1' });

  async function call(method: string, path: string, body?: unknown, limitMs = 5_000, account = 'acct_demo') {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const response = await fetch(base + path, {
      method,
      headers: {
        'x-sandbox-account': account,
        'x-sandbox-signature': signMessage(sandboxSecret, `${method} ${path}`, bytes),
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(limitMs),
      ...(body !== undefined && { body: bytes }),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  }

  return { server, base, call, close: () => server.close() };
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;
