import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from './database.js';

/** A Postgres that dies at the very moment a connection is ready, and says both in one packet. */
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    const authenticated = message('R', Buffer.alloc(4));
    const ready = message('Z', Buffer.from('I'));
    const fatal = message('E', Buffer.from('SFATAL\0C57P02\0Mpostmaster exit\0\0'));
    socket.end(Buffer.concat([authenticated, ready, fatal]));
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

it('a connection that is lost as soon as it is made is a failed query, not the end of the process', async () => {
  const { port } = server.address() as AddressInfo;
  const url = `postgres://gateway:x@127.0.0.1:${port}/gateway`;
  const database = createDatabase({ url, applicationName: 'test', poolSize: 1 });
  await expect(database.initialize()).rejects.toThrow();
});

it('has the entity of every table that is reached through a repository', () => {
  const folder = 'libs/persistence';
  const asked = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(/getRepository\((\w+)\)/g)])
    .map(([, entity]) => entity);
  const { entities } = createDatabase({
    url: 'postgres://127.0.0.1:1/none',
    applicationName: 'test',
    poolSize: 1,
  }).options;
  const known = Object.values(entities ?? {}).map((entity) =>
    typeof entity === 'function' ? entity.name : '',
  );
  expect(new Set(known)).toEqual(new Set(asked));
});
