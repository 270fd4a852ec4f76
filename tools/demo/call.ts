import { STATUS_CODES } from 'node:http';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createGatewayClient } from '#client/gateway-client';
import type { Answer } from '#client/send-signed';
import { explainFailure } from './explain-failure.js';
import { callUsage, readCallArguments, type CallArguments } from './command-arguments.js';
import { settings } from './settings.js';

/** What a developer wants to see of the answer besides its body. */
const shownHeaders = ['content-type', 'allow', 'retry-after', 'location'];

/** Signs and sends one request and prints the answer. Exit code 0 when an HTTP answer came, whatever its status. */
try {
  const wanted = readCallArguments(process.argv.slice(2));
  const body = await readBody(wanted);
  const { apiUrl: baseUrl, secret } = settings;
  const client = createGatewayClient({ baseUrl, secret, keyId: wanted.keyId, host: wanted.host });
  print(await client.send(wanted.method, wanted.path, body));
} catch (error) {
  console.error(`✖ ${explainFailure(error)}`);
  console.error(`  ${callUsage}`);
  process.exitCode = 1;
}

async function readBody({ bodySource }: CallArguments): Promise<Buffer> {
  if (bodySource === undefined) return Buffer.alloc(0);
  return bodySource === '-' ? buffer(process.stdin) : readFile(bodySource);
}

function print({ httpStatus, headers, text, milliseconds }: Answer): void {
  console.log(`HTTP ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}  (${Math.round(milliseconds)} ms)`);
  for (const name of shownHeaders) {
    if (headers[name] !== undefined) console.log(`${name}: ${headers[name]}`);
  }
  if (text !== '') console.log(`\n${prettyPrint(text)}`);
}

function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
