import { buildServer } from './server.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.env);
const server = await buildServer(settings);

let ending = false;
async function end(cause: string): Promise<void> {
  if (ending) return;
  ending = true;
  server.log.info({ cause }, 'ending');
  await server.close();
  process.exit(0);
}

process.once('SIGTERM', () => void end('SIGTERM'));
process.once('SIGINT', () => void end('SIGINT'));
if (settings.leashed) process.stdin.resume().once('close', () => void end('stdin closed'));

await server.listen({ port: settings.port, host: settings.listenAddress });
