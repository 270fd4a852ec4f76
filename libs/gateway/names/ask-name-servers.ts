import { Resolver } from 'node:dns/promises';

type Question = {
  /** `address` or `address:port`; empty: those of the system. */
  readonly servers: readonly string[];
  /** Ends the look-up, wherever it is. */
  readonly signal: AbortSignal;
};

/** All addresses of a host, IPv4 first. Rejects where there are none, where no server answers, and once it is aborted. */
export type AskNameServers = (host: string, question: Question) => Promise<readonly string[]>;

/** Of each server, the first time; c-ares doubles it for the second. */
const tryMs = 1_000;
const tries = 2;
/** Of the whole look-up, however many servers there are. */
const limitMs = 4_000;
/** How long the other family is waited for once one is there, so that servers which drop such questions cost little. */
const otherFamilyMs = 250;

/**
 * Asks by c-ares, whose questions can be taken back and need no thread: `dns.lookup` shares a pool of four with all that
 * the process does. The host is asked for as it is written, without search domains. One family of addresses is enough.
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

/** Of both families: that nothing was heard says more than that there is no address. */
function worst(failures: readonly unknown[]): unknown {
  return failures.find((failure) => !isNotFound(failure)) ?? failures[0];
}

/** Whether a name server has said that there is no such host. */
export function isNotFound(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && notFoundCodes.has(String(failure.code));
}

const notFoundCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
