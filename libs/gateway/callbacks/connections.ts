import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { tolerateAnswers } from '../http/tolerate-answers.js';

/** Why no connection was opened. `dns`: the name has no address; `refused`: the host refuses it or is unreachable. */
export type NoConnectionReason = 'dns' | 'refused' | 'tls' | 'timeout';

/** No connection was opened, so that no byte of the request was sent. */
export class NeverConnected extends Error {
  override readonly name = 'NeverConnected';

  constructor(readonly reason: NoConnectionReason) {
    super(`No connection: ${reason}`);
  }
}

export type ConnectionLimits = {
  /** Limit for opening the connection. */
  readonly connectTimeoutMs: number;
};

type Post = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
};

/** Connections to merchants, kept open for a while after their last answer. */
export type Connections = {
  /**
   * Posts to the origin at one of these addresses, which the caller has checked. Follows no redirect. If a kept connection is
   * closed before the first byte of the answer, the merchant may have closed it as idle: the message is sent once more, on a
   * new connection.
   */
  post(origin: string, addresses: readonly string[], message: Post): Promise<Dispatcher.ResponseData>;
};

type Connection = {
  readonly client: Client;
  /** Whether no byte was received since the last message was written; false before the first connection. */
  hasHeardNothing(): boolean;
};

/** Idle time for a server that does not announce one. */
const idleMs = 4_000;
/** Maximum idle time for a server that announces one. */
const idleMaxMs = 30_000;

/**
 * Connections by origin and set of addresses: a connection is reused only for exactly the addresses it was opened for. There
 * are as many as concurrent posts, whose number the caller limits.
 */
export function createConnections(limits: ConnectionLimits): Connections {
  const kept = new Map<string, Set<Connection>>();

  const open = (key: string, origin: string, addresses: readonly string[]): Connection => {
    let answers: { hasHeardNothing(): boolean } | undefined;
    const client = new Client(origin, {
      connect: connectTo(addresses, limits, (socket) => (answers = tolerateAnswers(socket))),
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMaxMs,
      // The signal limits the whole attempt, so undici's own limits on its parts are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection = { client, hasHeardNothing: () => answers?.hasHeardNothing() ?? true };
    const others = kept.get(key) ?? new Set();
    const forget = () => {
      others.delete(connection);
      if (others.size === 0 && kept.get(key) === others) kept.delete(key);
      if (!client.closed) void client.close();
    };
    client.on('disconnect', forget).on('connectionError', forget);
    kept.set(key, others.add(connection));
    return connection;
  };
  return {
    async post(origin, addresses, message) {
      const key = [origin, ...addresses.toSorted()].join(' ');
      const request = { method: 'POST', ...message } as const;
      const idle = [...(kept.get(key) ?? [])].find(isIdle);
      if (idle) {
        const answer = await idle.client.request(request).catch((failure: unknown) => {
          const isCutShort = !(failure instanceof NeverConnected) && idle.hasHeardNothing();
          if (message.signal.aborted || !isCutShort) throw failure;
        });
        if (answer) return answer;
      }
      return open(key, origin, addresses).client.request(request);
    },
  };
}

function isIdle({ client }: Connection): boolean {
  return client.stats.connected && client.stats.size === 0;
}

function connectTo(
  addresses: readonly string[],
  limits: ConnectionLimits,
  onConnected: (socket: Socket) => void,
): buildConnector.connector {
  const dial = buildConnector({ timeout: limits.connectTimeoutMs, lookup: answerOnly(addresses) });
  return (options, callback) => {
    dial(options, (...[error, socket]) => {
      if (error !== null) return callback(new NeverConnected(reasonOf(error, options.protocol)), null);
      onConnected(socket);
      callback(null, socket);
    });
  };
}

/** An error that is neither a timeout nor a network error comes from the TLS handshake, if there is one. */
function reasonOf(error: Error, protocol: string): NoConnectionReason {
  const code = 'code' in error ? String(error.code) : '';
  if (timeoutCodes.has(code)) return 'timeout';
  return networkCodes.has(code) || protocol !== 'https:' ? 'refused' : 'tls';
}

const timeoutCodes: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);

/** A look-up that returns the checked addresses, independently of the name service. */
function answerOnly(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, found);
    return callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}
