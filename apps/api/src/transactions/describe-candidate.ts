import { errorOf } from '#domain/errors/error-catalogue';
import type { DescribedRoute } from '#domain/routing/explain-routes';
import type { Refusal } from '#domain/routing/refusal';

/** A route in wire names: what `POST /v2/routing/explain` shows, and what is kept with a transaction. */
export type DescribedCandidate = {
  readonly route: string;
  readonly provider: string | undefined;
  readonly mid: string;
  readonly taken: boolean;
  readonly position?: number;
  readonly reason: string;
  readonly error_code?: number;
  readonly description?: string;
};

export function describeCandidate(described: DescribedRoute): DescribedCandidate {
  const { route, provider, mid } = described;
  switch (described.kind) {
    case 'taken':
      return { route, provider, mid, taken: true, position: described.position, reason: described.reason };
    case 'rejected': {
      const { error_reason: reason, ...rest } = describeRefusal(described);
      return { route, provider, mid, taken: false, reason, ...rest };
    }
  }
}

export function describeRefusal({ error, description }: Omit<Refusal, 'kind'>) {
  const row = errorOf(error);
  return {
    error_code: row.code,
    error_reason: row.reason,
    description: description ?? row.description ?? '',
  };
}
