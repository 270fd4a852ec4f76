import { request, type IncomingMessage } from 'node:http';
import { signRequest } from '#gateway/signature/request-signature';
import { developmentSecret } from '../../../tools/demo/development-key.js';

/** Reads a day's lines as CSV, as fast as they come and without keeping them (contract §16.6). Returns their number. */
export async function readDayCsv(apiUrl: string, keyId: string, date: string): Promise<number> {
  const { host, hostname, port } = new URL(apiUrl);
  const path = `/v2/reports/lines?date=${date}`;
  const signing = { method: 'GET', path, host, date: new Date(), body: '', keyId, secret: developmentSecret };
  const headers = { ...signRequest(signing), accept: 'text/csv' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, headers, agent: false }, resolve).on('error', reject).end();
  });
  if (answer.statusCode !== 200) throw new Error(`the day's lines were answered ${answer.statusCode}`);
  let ends = 0;
  for await (const piece of answer as AsyncIterable<Buffer>)
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) ends += 1;
  // The first line is the header.
  return ends - 1;
}

const lineFeed = 10;
