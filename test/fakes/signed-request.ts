import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { goldenKey } from './merchant.js';

export type HeaderLines = readonly (readonly [name: string, value: string])[];
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};
/** What differs from a good `GET` of the demo project with the four required headers covered. */
export type ToSign = {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string | Buffer;
  readonly keyId?: string;
  readonly key?: string;
  readonly host?: string;
  readonly date?: Date;
  readonly covered?: readonly string[];
  readonly algorithm?: string;
  /** Lines beside the five of the specification; may be covered too. */
  readonly further?: HeaderLines;
  /** Cuts the connection. */
  readonly signal?: AbortSignal;
};

/**
 * The header lines of specification §5, signed by hand: nothing of the product's own signing is used, and nothing on
 * the way adds, joins or drops a line.
 */
export function signedLines(apiUrl: string, parts: ToSign = {}): HeaderLines {
  const { method = 'GET', target = defaultTarget, body = '', further = [] } = parts;
  const lines: HeaderLines = [
    ['Content-Type', 'application/json'],
    ['Host', parts.host ?? new URL(apiUrl).host],
    ['Date', (parts.date ?? new Date()).toUTCString()],
    ['Digest', `SHA-256=${createHash('sha256').update(body).digest('base64')}`],
    ...further,
  ];
  const covered = parts.covered ?? ['(request-target)', 'host', 'date', 'digest'];
  const text = covered.map((name) => {
    if (name === '(request-target)') return `${name}: ${method.toLowerCase()} ${target}`;
    const values = lines.filter(([line]) => line.toLowerCase() === name).map(([, value]) => value);
    return `${name}: ${values.join(', ')}`;
  });
  const key = Buffer.from(parts.key ?? goldenKey, 'base64');
  const signature = createHmac('sha256', key).update(text.join('\n'), 'latin1').digest('base64');
  const authorization = [
    `Signature keyId="${parts.keyId ?? 'mk_test_demo'}"`,
    `algorithm="${parts.algorithm ?? 'hmac-sha256'}"`,
    `headers="${covered.join(' ')}"`,
    `signature="${signature}"`,
  ].join(',');
  return [...lines, ['Authorization', authorization]];
}

/** Sends exactly these header lines. */
export function sendLines(apiUrl: string, lines: HeaderLines, parts: ToSign = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(apiUrl);
  const { method = 'GET', target = defaultTarget, body = '', signal } = parts;
  const length = body.length > 0 ? ['Content-Length', String(Buffer.byteLength(body))] : [];
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path: target,
        agent: false,
        setHost: false,
        ...(signal && { signal }),
        headers: [...lines.flat(), ...length],
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const { statusCode = 0, headers } = incoming;
          resolve({ status: statusCode, headers, text: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A signed request as far as these parts leave it one. */
export function sendSigned(apiUrl: string, parts: ToSign = {}): Promise<RawAnswer> {
  return sendLines(apiUrl, signedLines(apiUrl, parts), parts);
}

export function without(lines: HeaderLines, name: string): HeaderLines {
  return lines.filter(([line]) => line !== name);
}

/** The line twice, with the same value. */
export function doubled(lines: HeaderLines, name: string): HeaderLines {
  return lines.flatMap((line) => (line[0] === name ? [line, line] : [line]));
}

export function replaced(lines: HeaderLines, name: string, value: string): HeaderLines {
  return lines.map((line) => (line[0] === name ? [name, value] : line));
}

/** A path that exists for every merchant, with a reference that does not. */
const defaultTarget = '/v2/payment/no-such-reference';
