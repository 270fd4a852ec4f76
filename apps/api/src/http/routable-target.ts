/**
 * What the router gets to see of a request target. A path that cannot be decoded has no route, and must be refused by
 * our own rules (contract §2, §3) instead of the router's; `request.originalUrl` stays as it was sent.
 */
export function routableTarget(target: string): string {
  return decodePath(target) === undefined ? nowhere : target;
}

/** Without the query. Undefined when a percent-encoding is broken or its bytes are not UTF-8. */
export function decodePath(target: string): string | undefined {
  const [path = ''] = target.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A path that no route has. */
const nowhere = '/-';
