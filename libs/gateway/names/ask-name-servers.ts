import { Resolver } from 'node:dns/promises';

type Question = {
  /** `address` or `address:port`; empty: those of the system. */
  readonly servers: readonly string[];
  /** Ends the look-up, wherever it is. */
  readonly signal: AbortSignal;
};

/** All addresses of a host, IPv4 first. Rejects without addresses, without an answer, and once it is aborted. */
export type AskNameServers = (host: string, question: Question) => Promise<readonly string[]>;

/** Limit for each server's first try; c-ares doubles it for the second. */
const tryMs = 1_000;
const tries = 2;
/** Limit of the whole look-up, for any number of servers. */
const limitMs = 4_000;
/** The wait for the second family of addresses after the first, so that servers which drop such questions cost little. */
const otherFamilyMs = 250;

/**
 * Uses c-ares, whose queries can be cancelled and need no thread: `dns.lookup` shares a pool of four threads with the whole
 * process. The host is resolved as written, without search domains. One family of addresses is enough.
 */
export const askNameServers: AskNameServers = async (host, { servers, signal }) => {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: tryMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const limit = setTimeout(cancel, limitMs);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const families = [resolver.resolve4(host), resolver.resolve6(host)];
    await Promise.any(families).catch((failure: unknown) => {
      throw isAggregate(failure) ? worst(failure.errors) : failure;
    });
    const patience = setTimeout(cancel, otherFamilyMs);
    const found = await Promise.all(families.map((family) => family.catch(() => [])));
    clearTimeout(patience);
    return found.flat();
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', cancel);
  }
};

function isAggregate(failure: unknown): failure is AggregateError {
  return failure instanceof AggregateError;
}

/** The failure to report for both families: "not found" only if both have that one. */
function worst(failures: readonly unknown[]): unknown {
  return failures.find((failure) => !isNotFound(failure)) ?? failures[0];
}

/** Whether a name server has answered that the host, or an address of this family, does not exist. */
export function isNotFound(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && notFoundCodes.has(String(failure.code));
}

const notFoundCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
