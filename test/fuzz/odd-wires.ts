import type { Random } from '../fakes/seeded-random.js';
import { headBytes, plainBytes, plainWire, withLines } from './wire.js';
import type { Message, Wire } from './wire.js';

/** A way of sending that a client may take, or that only an attacker takes. */
export function oddWire(random: Random, isHead: boolean): Wire {
  // A HEAD in a malformed request does not decide whether its refusal has a body.
  return isHead || random.chance(0.4) ? random.pick(soundWires)(random) : random.pick(brokenWires)(random);
}

const soundWires: readonly ((random: Random) => Wire)[] = [
  (random) => {
    const least = random.pick([1, 7, 100]);
    return {
      ...plainWire,
      name: 'chunked',
      render: (message) => [
        withLines({ ...message, body: chunked(message.body, least) }, [['Transfer-Encoding', 'chunked']]),
      ],
    };
  },
  () => ({
    ...plainWire,
    name: 'chunked with extensions and trailers',
    render: (message) => {
      const { body } = message;
      const size = body.length.toString(16).toUpperCase();
      const first = body.length === 0 ? '' : `${size};a=b;c="d"\r\n`;
      const rest = body.length === 0 ? '' : '\r\n';
      const text = [Buffer.from(first), body, Buffer.from(`${rest}0\r\nX-Trailer: 1\r\n\r\n`)];
      const lines = [['Transfer-Encoding', 'chunked']] as const;
      return [withLines({ ...message, body: Buffer.concat(text) }, lines)];
    },
  }),
  () => ({ ...plainWire, name: 'in pieces', render: (message) => pieces(plainBytes(message)) }),
  () => alone('Connection: close', (message) => withLength(message, [['Connection', 'close']])),
  () => alone('HTTP/1.0', (message) => withLines(message, lengthOf(message), 'HTTP/1.0')),
  () => alone('Expect: 100-continue', (message) => withLength(message, [['Expect', '100-continue']])),
  () => alone('another Expect', (message) => withLength(message, [['Expect', 'the-impossible']])),
  () =>
    alone('Upgrade', (message) =>
      withLength(message, [
        ['Connection', 'Upgrade'],
        ['Upgrade', 'h2c'],
      ]),
    ),
  () =>
    alone('websocket', (message) =>
      withLength(message, [
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
      ]),
    ),
  () =>
    alone('empty lines first', (message) => Buffer.concat([Buffer.from('\r\n\r\n'), plainBytes(message)])),
  (random) => {
    const times = random.whole(2, 4);
    return {
      ...alone('pipelined', (message) =>
        Buffer.concat(Array.from({ length: times }, () => plainBytes(message))),
      ),
      name: `pipelined ${times} times`,
      answers: times,
    };
  },
];

const brokenWires: readonly ((random: Random) => Wire)[] = [
  () =>
    unfinished('Content-Length too long', (message) =>
      withLines(message, [['Content-Length', String(message.body.length + 10)]]),
    ),
  () =>
    broken('Content-Length too short', (message) =>
      withLines({ ...message, body: Buffer.concat([message.body, Buffer.from('{"left":1}\r\n\r\n')]) }, [
        ['Content-Length', String(message.body.length)],
      ]),
    ),
  (random) => {
    const value = random.pick(['-1', '1e3', '0x10', '', '+5', '1 2', '99999999999999999999', '5, 5', 'many']);
    return broken(`Content-Length ${value}`, (message) => withLines(message, [['Content-Length', value]]));
  },
  () =>
    broken('Content-Length twice', (message) =>
      withLines(message, [
        ['Content-Length', String(message.body.length)],
        ['Content-Length', String(message.body.length + 1)],
      ]),
    ),
  () =>
    broken('Content-Length and chunked', (message) =>
      withLines({ ...message, body: chunked(message.body, 50) }, [
        ['Content-Length', String(message.body.length)],
        ['Transfer-Encoding', 'chunked'],
      ]),
    ),
  (random) => {
    const value = random.pick([
      'gzip',
      'chunked, gzip',
      'identity',
      'chunked, chunked',
      ' chunked',
      'xchunked',
      '',
    ]);
    const wire = unfinished(`Transfer-Encoding ${value}`, (message) =>
      withLines({ ...message, body: chunked(message.body, 50) }, [['Transfer-Encoding', value]]),
    );
    // Some of them complete the message; ending the input after that is hanging up.
    return { ...wire, answers: 'any' };
  },
  (random) => {
    const chunk = random.pick([
      'zz\r\n',
      '-1\r\na',
      'fffffffffffffffff\r\na',
      '5\r\nab',
      '2\r\nabc\r\n',
      '2 \nab\n0\n\n',
      '\r\n',
    ]);
    return unfinished('broken chunks', (message) =>
      Buffer.concat([headBytes(message, [['Transfer-Encoding', 'chunked']], 'HTTP/1.1'), Buffer.from(chunk)]),
    );
  },
  () => unfinished('head cut off', (message) => plainBytes(message).subarray(0, 40)),
  () =>
    unfinished('line feeds alone', (message) =>
      Buffer.from(plainBytes(message).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    ),
  (random) => {
    const line = random.pick([
      'no colon',
      ': no name',
      'name with spaces: 1',
      'X-Nul: a\0b',
      ' folded: 1',
      'X-Bell: \u0007',
      'Ünicode: ü',
      'X\t: 1',
      'X-Cr: a\rb',
    ]);
    return broken('broken header line', (message) => withRawLine(message, line));
  },
  (random) => {
    const length = random.pick([8_000, 17_000, 100_000]);
    return broken('long header', (message) => withLength(message, [['X-Long', 'x'.repeat(length)]]));
  },
  (random) => {
    const count = random.pick([150, 900, 3_000]);
    const lines = Array.from({ length: count }, (_, index) => [`X-${index}`, '1'] as const);
    return broken('many headers', (message) => withLength(message, lines));
  },
  (random) => {
    const version = random.pick([
      'HTTP/2.0',
      'HTTP/1.2',
      'HTTP/0.9',
      'http/1.1',
      'HTTP/1.1.1',
      'HTTX/1.1',
      'HTTP/11',
      '',
    ]);
    return broken(`version ${version}`, (message) => withLines(message, lengthOf(message), version));
  },
  (random) => {
    const method = random.pick([
      'G T',
      'get',
      'PÖST',
      'POST\0',
      'X'.repeat(5_000),
      '',
      'POSTS',
      'CONNECT',
      'PRI',
      'QUERY',
    ]);
    return broken('odd method token', (message) => plainBytes({ ...message, method }));
  },
  (random) => {
    const target = random.pick([
      '*',
      '',
      'v2/payment',
      'http://localhost/v2/payment',
      '//v2/payment',
      'localhost:80',
      '/v2/payment HTTP/1.1',
      '/v2/\tpayment',
      '/v2/\0',
      `/${'a'.repeat(20_000)}`,
      '/v2/payment#x',
      '\\v2\\payment',
      '/v2/ü',
    ]);
    return broken('odd request target', (message) => plainBytes({ ...message, target }));
  },
  (random) => {
    const bytes = random.pick([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]),
      Buffer.from('\0\0\0\0'),
      Buffer.from('hello\r\n\r\n'),
      Buffer.from('{"method":"ideal"}\r\n\r\n'),
      Buffer.from('GET /v2/payment\r\n\r\n'),
    ]);
    return unfinished('no HTTP', () => bytes);
  },
  () => ({
    ...broken('hung up', (message) => plainBytes(message).subarray(0, -1)),
    answers: 'any',
    endsInput: true,
  }),
];

/** On a connection of its own. */
function alone(name: string, render: (message: Message) => Buffer): Wire {
  return { ...plainWire, name, keepsConnection: false, render: (message) => [render(message)] };
}

function broken(name: string, render: (message: Message) => Buffer): Wire {
  return { ...alone(name, render), isSound: false, answers: 'some' };
}

/** A message that never becomes whole: the end of the input shows the server that no more will come. */
function unfinished(name: string, render: (message: Message) => Buffer): Wire {
  return { ...broken(name, render), endsInput: true };
}

function withLength(message: Message, further: Message['lines']): Buffer {
  return withLines(message, [...further, ...lengthOf(message)]);
}

function lengthOf({ body }: Message): Message['lines'] {
  return [['Content-Length', String(body.length)]];
}

function withRawLine(message: Message, line: string): Buffer {
  const [first = '', ...rest] = plainBytes(message).toString('latin1').split('\r\n');
  return Buffer.from([first, Buffer.from(line).toString('latin1'), ...rest].join('\r\n'), 'latin1');
}

function chunked(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function pieces(bytes: Buffer): readonly Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / 7));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
