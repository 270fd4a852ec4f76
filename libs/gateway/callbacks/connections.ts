import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { tolerateAnswers } from '../http/tolerate-answers.js';

/** Why there was no connection. `dns`: the name has no address; `refused`: by the host, or there is no way to it. */
export type NoConnectionReason = 'dns' | 'refused' | 'tls' | 'timeout';

/** No connection was made: not one byte of the request has left. */
export class NeverConnected extends Error {
  override readonly name = 'NeverConnected';

  constructor(readonly reason: NoConnectionReason) {
    super(`No connection: ${reason}`);
  }
}

export type ConnectionLimits = {
  /** Limit of the connection alone. */
  readonly connectTimeoutMs: number;
};

type Post = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
};

/** Connections to merchants, kept for a while after their last answer. */
export type Connections = {
  /**
   * Posts to the origin at one of these addresses, which the caller has checked. Follows no redirect. Where a kept
   * connection is closed before a byte of the answer, the merchant may have closed it just then: the message is sent once
   * more, on a fresh one.
   */
  post(origin: string, addresses: readonly string[], message: Post): Promise<Dispatcher.ResponseData>;
};

type Connection = {
  readonly client: Client;
  /** Since the last message was written to it; there is none before the first connection. */
  hasHeardNothing(): boolean;
};

/** Of a server that does not say how long it keeps an idle connection. */
const idleMs = 4_000;
/** Of a server that does. */
const idleMaxMs = 30_000;

/**
 * Connections by origin and set of addresses: what was opened for others than these is not found by asking for these.
 * There are as many as there are posts at once, which is for the caller to bound.
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

/** What is neither a timeout nor the network's word has come from the handshake, where there is one. */
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

/** A look-up that answers with the checked addresses, whatever the name service would say by now. */
function answerOnly(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, found);
    return callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}
