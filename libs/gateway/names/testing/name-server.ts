import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/** The answer for a host: its addresses, none, or silence; `failing`: SERVFAIL. */
export type Zone = (host: string, family: 4 | 6) => readonly string[] | 'silent' | 'failing' | 'unknown';

/** A name server on its own UDP port, which answers only for addresses and counts the queries. */
export type NameServer = {
  /** As a resolver is given it. */
  readonly address: string;
  readonly asked: readonly string[];
  close(): void;
};

export async function openNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const { host, family, bytes } = readQuestion(question);
    asked.push(`${host} ${family}`);
    const said = zone(host, family);
    if (said === 'silent') return;
    const answers = typeof said === 'string' ? [] : said.filter((each) => isIP(each) === family);
    const head = Buffer.from(question.subarray(0, headLength));
    head.writeUInt16BE(0x8180 | (typeof said === 'string' ? codes[said] : 0), 2);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, bytes, ...answers.map(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

const headLength = 12;
const codes = { failing: 2, unknown: 3 } as const;
const types = { 4: 1, 6: 28 } as const;

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = headLength;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const family = message.readUInt16BE(at + 1) === types[6] ? (6 as const) : (4 as const);
  return { host: labels.join('.').toLowerCase(), family, bytes: message.subarray(headLength, at + 5) };
}

/** Of the question's name, for a second. */
function record(address: string): Buffer {
  const bytes = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : ofIPv6(address);
  const head = Buffer.from([
    0xc0,
    headLength,
    0,
    types[isIP(address) === 4 ? 4 : 6],
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    bytes.length,
  ]);
  return Buffer.concat([head, bytes]);
}

function ofIPv6(address: string): Buffer {
  const [before = '', after = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(before).length - groups(after).length).fill('0');
  const all = [...groups(before), ...zeros, ...groups(after)].map((group) => parseInt(group, 16));
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
