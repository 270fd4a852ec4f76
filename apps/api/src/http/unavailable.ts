import { GatewayError } from '#domain/errors/gateway-error';

/** For `catch` of a query: a failure of Postgres is answered with `unavailable` (503). */
export function unavailable(reference?: string): () => never {
  return () => {
    throw new GatewayError('unavailable', reference === undefined ? {} : { reference });
  };
}
