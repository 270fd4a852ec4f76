import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { askNameServers, isNotFound, type AskNameServers } from './ask-name-servers.js';
import { createLocalHosts, type LocalHosts } from './hosts-file.js';

export type ProviderNameSettings = {
  readonly hosts?: LocalHosts;
  readonly ask?: AskNameServers;
  /** The system's own way, with its search domains, in the process's thread pool. */
  readonly askSystem?: (host: string) => Promise<readonly string[]>;
  readonly now?: () => number;
};

/** Limit of a look-up if earlier addresses are known. */
const patienceMs = 250;
/** Maximum age of addresses that are still used. */
const knownMaxMs = 24 * 3_600_000;
/** Hosts of providers come from the configuration; only one that changes all the time would have more. */
const hostsMax = 256;

/**
 * Resolves the hosts of providers. If the name servers are slow or fail, the last known addresses are used; TLS proves that
 * the provider answers there. Names that the name servers do not know, such as the short name of a cluster's service, are
 * resolved by the system. Nothing here waits for a merchant's host.
 */
export function createProviderLookup({
  hosts = createLocalHosts(),
  ask = askNameServers,
  askSystem = askSystemItself,
  now = () => performance.now(),
}: ProviderNameSettings = {}): LookupFunction {
  const underWay = new Map<string, Promise<readonly string[]>>();
  const known = new Map<string, { readonly addresses: readonly string[]; readonly at: number }>();
  const forever = new AbortController().signal;

  const remember = (host: string, addresses: readonly string[]) => {
    known.delete(host);
    known.set(host, { addresses, at: now() });
    const [oldest] = known.keys();
    if (known.size > hostsMax && oldest !== undefined) known.delete(oldest);
  };
  const find = async (host: string): Promise<readonly string[]> => {
    try {
      const addresses = await ask(host, { servers: [], signal: forever }).catch((failure: unknown) => {
        if (!isNotFound(failure)) throw failure;
        return askSystem(host);
      });
      remember(host, addresses);
      return addresses;
    } finally {
      underWay.delete(host);
    }
  };
  const findOnce = (host: string) => {
    const found = underWay.get(host) ?? find(host);
    underWay.set(host, found);
    return found;
  };
  const resolve = async (host: string): Promise<readonly string[]> => {
    const written = hosts(host);
    if (written) return written;
    const found = findOnce(host);
    const before = known.get(host);
    if (!before || now() - before.at > knownMaxMs) return found;
    return soonOr(before.addresses, found);
  };
  return (host, options, callback) => {
    resolve(host)
      .then((addresses) => ofFamily(addresses, options.family))
      .then(
        (found) => {
          const [first] = found;
          if (!first) callback(new NoAddress(), '', 0);
          else if (options.all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        () => callback(new NoAddress(), '', 0),
      );
  };
}

/** The host has no known address: no byte was sent. */
class NoAddress extends Error {
  override readonly name = 'NoAddress';
  readonly code = 'ENOTFOUND';
}

function soonOr(known: readonly string[], found: Promise<readonly string[]>): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => resolve(known), patienceMs);
    found.then(resolve, () => resolve(known)).finally(() => clearTimeout(patience));
  });
}

function ofFamily(addresses: readonly string[], family: number | string | undefined) {
  const wanted = Number(String(family ?? 0).replace('IPv', ''));
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return found.filter((each) => wanted === 0 || each.family === wanted);
}

async function askSystemItself(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
