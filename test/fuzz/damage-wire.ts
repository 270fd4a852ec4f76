import * as fc from 'fast-check';
import { damage, type Damages } from './damage.js';
import { wordOf } from './odd-values.js';
import { plainBytes, plainWire, withLines, type Message, type Wire } from './wire.js';

/** A way of sending that a client may take, or that only an attacker takes. */
export function damageWire(): Damages {
  return fc.tuple(soundWires, brokenWires, fc.nat(9)).map(([sound, unsound, tenth]) =>
    damage('g wire', ({ toSign }) => {
      // An answer to HEAD has no body, even if it refuses bytes that are no request.
      const wire = toSign.method === 'HEAD' || tenth < 4 ? sound : unsound;
      return { name: `wire ${wire.name}`, wire };
    }),
  );
}

const soundWires: fc.Arbitrary<Wire> = fc.oneof(
  fc.constantFrom(1, 7, 100).map((size): Wire => ({
    ...plainWire,
    name: `chunks of ${size}`,
    render: (message) => [asChunks(message, chunked(message.body, size))],
  })),
  fc.integer({ min: 2, max: 4 }).map((times) => ({
    ...alone(`pipelined ${times} times`, (message) =>
      Buffer.concat(Array<Buffer>(times).fill(plainBytes(message))),
    ),
    answers: times,
  })),
  {
    weight: 9,
    arbitrary: fc.constantFrom<Wire[]>(
      {
        ...plainWire,
        name: 'chunked with extensions and trailers',
        render: (message) => [asChunks(message, withExtensions(message.body))],
      },
      { ...plainWire, name: 'in pieces', render: (message) => inParts(plainBytes(message), 150) },
      alone('Connection: close', (message) => withLength(message, [['Connection', 'close']])),
      alone('HTTP/1.0', (message) => withLines(message, lengthOf(message), 'HTTP/1.0')),
      alone('Expect: 100-continue', (message) => withLength(message, [['Expect', '100-continue']])),
      alone('another Expect', (message) => withLength(message, [['Expect', 'the-impossible']])),
      alone('Upgrade', (message) => withLength(message, upgradeTo('h2c'))),
      alone('websocket', (message) => withLength(message, upgradeTo('websocket'))),
      alone('empty lines first', (message) => Buffer.concat([Buffer.from('\r\n\r\n'), plainBytes(message)])),
    ),
  },
);

const brokenWires: fc.Arbitrary<Wire> = fc.oneof(
  wordOf('-1 1e3 0x10 +5 99999999999999999999 many', '', '1 2', '5, 5').map((value) =>
    broken(`Content-Length ${value}`, (message) => withLines(message, [['Content-Length', value]])),
  ),
  wordOf('gzip identity xchunked', '', 'chunked, gzip', 'chunked, chunked', ' chunked').map(
    (value): Wire => ({
      ...unfinished(`Transfer-Encoding ${value}`, (message) =>
        asChunks(message, chunked(message.body, 50), value),
      ),
      // Some values make the message whole; the end of the input then counts as hanging up.
      answers: 'any',
    }),
  ),
  fc
    .constantFrom(
      'zz\r\n',
      '-1\r\na',
      'fffffffffffffffff\r\na',
      '5\r\nab',
      '2\r\nabc\r\n',
      '2 \nab\n0\n\n',
      '\r\n',
    )
    .map((chunk) => unfinished('broken chunks', (message) => asChunks(message, Buffer.from(chunk)))),
  fc
    .constantFrom(
      'no colon',
      ': no name',
      'name with spaces: 1',
      'X-Nul: a\0b',
      ' folded: 1',
      'X-Bell: \u0007',
      'Ünicode: ü',
      'X\t: 1',
      'X-Cr: a\rb',
    )
    .map((line) => broken('broken header line', (message) => withRawLine(message, line))),
  fc
    .constantFrom(8_000, 17_000, 100_000)
    .map((length) =>
      broken('long header', (message) => withLength(message, [['X-Long', 'x'.repeat(length)]])),
    ),
  fc.constantFrom(150, 900, 3_000).map((count) => {
    const lines = Array.from({ length: count }, (_, index) => [`X-${index}`, '1'] as const);
    return broken('many headers', (message) => withLength(message, lines));
  }),
  wordOf('HTTP/2.0 HTTP/1.2 HTTP/0.9 http/1.1 HTTP/1.1.1 HTTX/1.1 HTTP/11', '').map((version) =>
    broken(`version ${version}`, (message) => withLines(message, lengthOf(message), version)),
  ),
  wordOf('get PÖST POST\0 POSTS CONNECT PRI QUERY', 'G T', '', 'X'.repeat(5_000)).map((method) =>
    broken('odd method token', (message) => plainBytes({ ...message, method })),
  ),
  wordOf(
    '* v2/payment http://localhost/v2/payment //v2/payment localhost:80 /v2/\0 /v2/payment#x /v2/ü',
    '',
    '/v2/payment HTTP/1.1',
    '/v2/\tpayment',
    String.raw`\v2\payment`,
    `/${'a'.repeat(20_000)}`,
  ).map((target) => broken('odd request target', (message) => plainBytes({ ...message, target }))),
  fc
    .constantFrom(
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00',
      '\0\0\0\0',
      'hello\r\n\r\n',
      '{"method":"ideal"}\r\n\r\n',
      'GET /v2/payment\r\n\r\n',
    )
    .map((text) => unfinished('no HTTP', () => Buffer.from(text))),
  {
    weight: 7,
    arbitrary: fc.constantFrom<Wire[]>(
      unfinished('Content-Length too long', (message) =>
        withLines(message, [['Content-Length', String(message.body.length + 10)]]),
      ),
      broken('Content-Length too short', (message) => {
        const body = Buffer.concat([message.body, Buffer.from('{"left":1}\r\n\r\n')]);
        return withLines({ ...message, body }, lengthOf(message));
      }),
      broken('Content-Length twice', (message) =>
        withLength(message, [['Content-Length', String(message.body.length + 1)]]),
      ),
      broken('Content-Length and chunked', (message) => {
        const lines = [...lengthOf(message), ['Transfer-Encoding', 'chunked'] as const];
        return withLines({ ...message, body: chunked(message.body, 50) }, lines);
      }),
      unfinished('head cut off', (message) => plainBytes(message).subarray(0, 40)),
      unfinished('line feeds alone', (message) =>
        Buffer.from(plainBytes(message).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
      ),
      {
        ...broken('hung up', (message) => plainBytes(message).subarray(0, -1)),
        answers: 'any',
        endsInput: true,
      },
    ),
  },
);

/** On a connection of its own. */
function alone(name: string, render: (message: Message) => Buffer): Wire {
  return { ...plainWire, name, keepsConnection: false, render: (message) => [render(message)] };
}

function broken(name: string, render: (message: Message) => Buffer): Wire {
  return { ...alone(name, render), isSound: false, answers: 'some' };
}

/** A message that never becomes whole: the input ends after it, so that the server need not wait for the rest. */
function unfinished(name: string, render: (message: Message) => Buffer): Wire {
  return { ...broken(name, render), endsInput: true };
}

function withLength(message: Message, further: Message['lines']): Buffer {
  return withLines(message, [...further, ...lengthOf(message)]);
}

function lengthOf({ body }: Message): Message['lines'] {
  return [['Content-Length', String(body.length)]];
}

function upgradeTo(protocol: string): Message['lines'] {
  return [
    ['Connection', 'Upgrade'],
    ['Upgrade', protocol],
  ];
}

function withRawLine(message: Message, line: string): Buffer {
  const [first = '', ...rest] = plainBytes(message).toString('latin1').split('\r\n');
  return Buffer.from([first, Buffer.from(line).toString('latin1'), ...rest].join('\r\n'), 'latin1');
}

function asChunks(message: Message, body: Buffer, coding = 'chunked'): Buffer {
  return withLines({ ...message, body }, [['Transfer-Encoding', coding]]);
}

function chunked(body: Buffer, size: number): Buffer {
  const chunks = inParts(body, size).map((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part]);
  return Buffer.concat([
    ...chunks.flatMap((chunk) => [...chunk, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

function withExtensions(body: Buffer): Buffer {
  const size = body.length.toString(16).toUpperCase();
  const chunk = body.length === 0 ? [] : [Buffer.from(`${size};a=b;c="d"\r\n`), body, Buffer.from('\r\n')];
  return Buffer.concat([...chunk, Buffer.from('0\r\nX-Trailer: 1\r\n\r\n')]);
}

function inParts(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
