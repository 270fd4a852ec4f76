import { randomUUID } from 'node:crypto';
import { awaitReady, startOnLeash, type Child } from '../../scripts/children.js';
import { inRepository } from '../../scripts/paths.js';
import { findClosedPort } from './closed-port.js';
import { findStripeMock, findStripeWorld } from './stripe-programs.js';

export type StripeServer = { readonly url: string; close(): Promise<void> };
type Missing = { readonly missing: string };

const patience = { seconds: 60, pollMilliseconds: 100 };

/** stripe-mock: refuses every request that is not as Stripe's description has it, and answers with examples. */
export async function startStripeMock(): Promise<StripeServer | Missing> {
  const found = await findStripeMock();
  if ('missing' in found) return found;
  const [http, https] = [await findClosedPort(), await findClosedPort()];
  const addresses = ['-http-addr', `127.0.0.1:${http.port}`, '-https-addr', `127.0.0.1:${https.port}`];
  const child = startOnLeash(found.program, [...addresses, '-strict-version-check'], {
    environment: process.env,
  });
  const url = `http://127.0.0.1:${http.port}`;
  return ready('stripe-mock', child, { url, probe: url });
}

/** Stripe World: keeps payments, refunds and disputes, and treats them as Stripe was recorded to do. An account of its own. */
export async function startStripeWorld(): Promise<StripeServer | Missing> {
  const found = await findStripeWorld();
  if ('missing' in found) return found;
  const { port } = await findClosedPort();
  const options = ['--reset-options', '{"startup": {"livemode": false}}', '--max-instances', '0'];
  const words = [inRepository('tools/stripe/serve_world.py'), '--host', '127.0.0.1', '--port', String(port)];
  const child = startOnLeash(found.program, [...words, ...options], {
    environment: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const address = `http://127.0.0.1:${port}`;
  const server = await ready('Stripe World', child, {
    url: `${address}/worlds/${randomUUID()}`,
    probe: address,
  });
  await fetch(server.url, { method: 'PUT' });
  return server;
}

async function ready(
  name: string,
  child: Child,
  { url, probe }: { readonly url: string; readonly probe: string },
): Promise<StripeServer> {
  const answers = () =>
    fetch(probe).then(
      () => true,
      () => false,
    );
  const outcome = await awaitReady(child, answers, patience);
  if (outcome !== 'ready') throw new Error(`${name} did not start: ${JSON.stringify(outcome)}`);
  return {
    url,
    async close() {
      await child.stop();
    },
  };
}
