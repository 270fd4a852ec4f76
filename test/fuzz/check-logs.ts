import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './check-exchange.js';
import { readObject } from './read-object.js';

/** How long each log was before the run, in bytes, by file name. */
export type LogLengths = ReadonlyMap<string, number>;

const ours = ['api.log', 'worker.log', 'checkout.log'];
const errorLevel = 50;

export async function measureLogs(directory: string): Promise<LogLengths> {
  const logs = await readLogs(directory);
  return new Map(logs.map(({ name, bytes }) => [name, bytes.length]));
}

/** No request makes a process write a line of level error or above, or a line that is not JSON. */
export async function checkLogs(directory: string, before: LogLengths): Promise<readonly Finding[]> {
  const logs = await readLogs(directory);
  return logs.flatMap(({ name, bytes }) => {
    const lines = bytes
      .subarray(before.get(name) ?? 0)
      .toString()
      .split('\n')
      .filter((line) => line !== '' && isSurprising(line));
    return lines.map((line) => ({
      rule: 'no process is surprised',
      detail: `${name}: ${line.slice(0, 400)}`,
    }));
  });
}

function isSurprising(line: string): boolean {
  const entry = readObject(line);
  return entry === undefined || !(Number(entry['level']) < errorLevel);
}

async function readLogs(
  directory: string,
): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]> {
  const folder = join(directory, 'logs');
  const names = (await readdir(folder)).filter((name) => ours.includes(name));
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
}
