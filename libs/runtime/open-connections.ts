import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';

/** An open connection with the requests whose answers have not ended. */
export type OpenConnection = {
  readonly socket: Socket;
  readonly peer: string;
  readonly requests: Set<IncomingMessage>;
  /** By `performance.now`: since when it idles, or sends its request. */
  since: number;
};

/**
 * A whole request has come in, and its answer has not ended. A client that has ended its own direction may be gone: it gets
 * its answer as long as the connection is not needed by another client.
 */
function isAwaited({ requests, socket }: OpenConnection): boolean {
  return !socket.readableEnded && [...requests].some(({ complete }) => complete);
}

/** The open connections of a server by peer, each peer's in the order in which they became idle. */
export class OpenConnections {
  private readonly peers = new Map<string, Set<OpenConnection>>();
  private number = 0;

  get size(): number {
    return this.number;
  }

  add(socket: Socket): OpenConnection {
    const peer = peerOf(socket.remoteAddress);
    const connection = { socket, peer, requests: new Set<IncomingMessage>(), since: 0 };
    this.number += 1;
    this.rest(connection);
    return connection;
  }

  delete(connection: OpenConnection): void {
    const own = this.of(connection.peer);
    own.delete(connection);
    if (own.size === 0) this.peers.delete(connection.peer);
    this.number -= 1;
  }

  /** It idles from now on. */
  rest(connection: OpenConnection): void {
    const own = this.of(connection.peer);
    own.delete(connection);
    this.peers.set(connection.peer, own.add(connection));
    connection.since = performance.now();
  }

  sizeOf({ peer }: OpenConnection): number {
    return this.of(peer).size;
  }

  /** The same peer's connection that has been idle longest and waits for no answer. */
  longestOfPeer(newest: OpenConnection): OpenConnection | undefined {
    return this.longestResting(newest.peer, newest);
  }

  /** The same for the peer with the most connections, of all that have such a connection. */
  longestOfLargest(newest: OpenConnection): OpenConnection | undefined {
    let largest: { readonly size: number; readonly connection: OpenConnection } | undefined;
    for (const [peer, { size }] of this.peers) {
      if (largest && size <= largest.size) continue;
      const connection = this.longestResting(peer, newest);
      if (connection) largest = { size, connection };
    }
    return largest?.connection;
  }

  private longestResting(peer: string, but: OpenConnection): OpenConnection | undefined {
    for (const one of this.of(peer)) {
      if (one !== but && !one.socket.destroyed && !isAwaited(one)) return one;
    }
    return undefined;
  }

  private of(peer: string): Set<OpenConnection> {
    return this.peers.get(peer) ?? new Set();
  }
}

/** Groups of an IPv6 address that name a network; its holder has every address in it. */
const networkGroups = 4;

/** Identifies a client by its address: an IPv4 address, or an IPv6 network of 64 bits. */
export function peerOf(address = ''): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const groupsOf = (part = '') => part.split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : 8 - groupsOf(head).length - groupsOf(tail).length;
  const groups = [...groupsOf(head), ...Array.from({ length: zeros }, () => '0'), ...groupsOf(tail)];
  return `${groups.slice(0, networkGroups).join(':')}::/64`;
}
