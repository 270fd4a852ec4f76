import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import type { Stack } from '../../scripts/stack/start-stack.mjs';
import { until } from './until.js';

/** Between the ports of one stack. */
const portDistance = 5;

/** One more api process on the same Postgres and Temporal, as there are several in production. */
export async function startSecondApi({ environment, ports }: Stack, changes: NodeJS.ProcessEnv = {}) {
  const port = ports.api + portDistance;
  const metricsPort = ports.metrics + portDistance;
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['dist/apps/api/src/main.js'], {
    // It ends with this process, whatever becomes of it.
    env: {
      ...environment,
      ...changes,
      API_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LEASH: 'stdin',
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const isReady = async () => {
    const { statusCode, body } = await request(`${url}/health/ready`);
    await body.dump();
    return statusCode === 200;
  };
  await until(() => isReady().catch(() => false), Boolean);
  return {
    url,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
