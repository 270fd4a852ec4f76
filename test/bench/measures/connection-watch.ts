import { readFileSync } from 'node:fs';

/** Counts the TCP connections opened to some local ports; keeps seeing closed ones while the kernel lets them wait. */
export type ConnectionWatch = {
  /** Looks now, and answers how many connections to each port were ever seen. */
  look(): Readonly<Record<string, number>>;
};

/** The kernel forgets a closed connection after a minute: look more often than that. */
export function watchConnections(ports: Readonly<Record<string, number>>): ConnectionWatch {
  const seen = new Map(Object.keys(ports).map((name) => [name, new Set<string>()]));
  return {
    look() {
      const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
        readFileSync(file, 'utf8').split('\n'),
      );
      for (const line of lines) {
        const [local, remote] = [...line.matchAll(/[0-9A-F]{8,32}:([0-9A-F]{4})/g)].map((match) => match[1]);
        if (local === undefined || remote === undefined || remote === '0000') continue;
        for (const [name, port] of Object.entries(ports)) {
          const hex = port.toString(16).toUpperCase().padStart(4, '0');
          if (remote === hex) seen.get(name)?.add(local);
          if (local === hex) seen.get(name)?.add(remote);
        }
      }
      return Object.fromEntries([...seen].map(([name, clients]) => [name, clients.size]));
    },
  };
}
