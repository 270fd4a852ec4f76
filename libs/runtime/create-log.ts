import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * One JSON line per event on stdout, or where a test wants it. Events carry chosen fields, never a body or a header; the
 * paths below are a second net, should one slip in.
 */
export function createLog(application: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    base: { application },
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      censor: '***',
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
  };
  return pino(options, destination);
}

const secretNames = [
  'authorization',
  'Authorization',
  'digest',
  'signature',
  'secret',
  'credentials',
  'card',
  'pan',
  'cvv',
  'customer',
  'itn',
  'body',
  'rawBody',
];
