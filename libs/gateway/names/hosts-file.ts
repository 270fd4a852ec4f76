import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** The addresses of a host that this machine knows itself (hosts file, RFC 6761); undefined for any other host. */
export type LocalHosts = (host: string) => readonly string[] | undefined;

const path = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const checkAfterMs = 1_000;

/** Names of RFC 6761 are this machine, with a hosts file or without. */
const loopback = ['127.0.0.1', '::1'];

/**
 * Reads the hosts file (in a container also its `extra_hosts`), again when it has changed. The file is small and local, so
 * it is read synchronously: reading it in the thread pool would wait for other work there.
 */
export function createLocalHosts(
  file: string = path,
  now: () => number = () => performance.now(),
): LocalHosts {
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  let readVersion = '';
  let checkedAt = -Infinity;

  const refresh = () => {
    if (now() - checkedAt < checkAfterMs) return;
    checkedAt = now();
    const version = versionOf(file);
    if (version === readVersion) return;
    readVersion = version;
    known = version === '' ? new Map() : readHosts(readFileSync(file, 'utf8'));
  };
  return (host) => {
    refresh();
    const name = host.toLowerCase().replace(/\.$/, '');
    const isLoopback = name === 'localhost' || name.endsWith('.localhost');
    return known.get(name) ?? (isLoopback ? loopback : undefined);
  };
}

/** Empty if the file is missing. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
}

function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const addresses = hosts.get(name.toLowerCase()) ?? [];
      if (!addresses.includes(address)) addresses.push(address);
      hosts.set(name.toLowerCase(), addresses);
    }
  }
  return hosts;
}
