import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IncomingCallback } from '#gateway/connectors/connector';
import { buildServer } from '../../apps/sandbox/src/server.js';
import { readSettings } from '../../apps/sandbox/src/settings.js';

/** The sandbox as a connector meets it: an account at it, and a server that keeps the callbacks it sends. */
export async function startSandboxProvider() {
  const callbacks: IncomingCallback[] = [];
  const gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: target = '', headers, rawHeaders } = request;
      callbacks.push({ target, headers, rawHeaders, rawBody: Buffer.concat(chunks) });
      response.end();
    });
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const address = gateway.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const apiUrl = `http://127.0.0.1:${port}`;
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const provider = await buildServer({
    ...readSettings({ NODE_ENV: 'development' }),
    dataFolder,
    apiUrl,
    logLevel: 'silent',
  });
  const account = {
    provider: 'sandbox',
    mid: 'mid-demo',
    baseUrl: await provider.listen({ port: 0, host: '127.0.0.1' }),
    credentials: { account: 'acct_demo', secret: 'sandbox_secret_demo' },
  };
  return {
    provider,
    account,
    callbacks,
    callbackUrl: `${apiUrl}/`,
    async close() {
      await provider.close();
      gateway.close();
    },
  };
}
