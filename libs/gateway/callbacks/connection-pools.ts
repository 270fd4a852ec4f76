import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, Pool } from 'undici';

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

export type Post = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
};

/** Connections to merchants, kept for a while after their last answer. */
export type ConnectionPools = {
  /** Posts to the origin at one of these addresses, which the caller has checked. Follows no redirect. */
  post(origin: string, addresses: readonly string[], message: Post): ReturnType<Pool['request']>;
};

const connectionsPerOriginMax = 16;
/** Of a server that does not say how long it keeps an idle connection. */
const idleMs = 4_000;
/** Of a server that does. */
const idleMaxMs = 30_000;

/** A pool per origin and set of addresses: what was opened for others than these is not found by asking for these. */
export function createConnectionPools(limits: ConnectionLimits): ConnectionPools {
  const pools = new Map<string, Pool>();

  const open = (key: string, origin: string, addresses: readonly string[]): Pool => {
    const pool = new Pool(origin, {
      connect: connectTo(addresses, limits),
      connections: connectionsPerOriginMax,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMaxMs,
      // The signal limits the whole attempt, so undici's own limits on its parts are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const forgetWhenIdle = () => {
      const { connected, size } = pool.stats;
      if (connected > 0 || size > 0 || pools.get(key) !== pool) return;
      pools.delete(key);
      void pool.close();
    };
    pool.on('disconnect', forgetWhenIdle).on('connectionError', forgetWhenIdle);
    pools.set(key, pool);
    return pool;
  };
  return {
    post(origin, addresses, message) {
      const key = [origin, ...addresses.toSorted()].join(' ');
      const pool = pools.get(key) ?? open(key, origin, addresses);
      return pool.request({ method: 'POST', ...message });
    },
  };
}

function connectTo(addresses: readonly string[], limits: ConnectionLimits): buildConnector.connector {
  const dial = buildConnector({ timeout: limits.connectTimeoutMs, lookup: answerOnly(addresses) });
  return (options, callback) => {
    dial(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new NeverConnected(reasonOf(error, options.protocol)), null);
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
