import { noAnswer } from '../call-provider.js';
import type { AttemptHandle, CallLimit, NoAnswer, ProviderAccount } from '../connector.js';
import { isObject } from '../json-body.js';
import { bodyOf, callMercadoPago } from './call-mercado-pago.js';
import { readId } from './read-payment.js';

/**
 * The provider's own id of an attempt, found by our reference. Several payments, or one with another reference, count as no
 * answer, which is raised for review in time.
 */
export async function findPaymentId(
  { providerReference, providerId }: Pick<AttemptHandle, 'providerReference' | 'providerId'>,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<string | { readonly kind: 'notFound' } | NoAnswer> {
  if (providerId !== undefined) return providerId;
  const query = new URLSearchParams({
    sort: 'date_created',
    criteria: 'desc',
    external_reference: providerReference,
  });
  const path = `/v1/payments/search?${query.toString()}`;
  const exchange = await callMercadoPago({ path }, account, limit);
  const body = bodyOf(exchange);
  const rows = isObject(body) && Array.isArray(body.results) ? body.results : undefined;
  if (rows?.length === 0) return { kind: 'notFound' };
  const [row, ...others] = rows ?? [];
  const isOurs = isObject(row) && row.external_reference === providerReference && others.length === 0;
  return (isOurs ? readId(row.id) : undefined) ?? noAnswer(exchange);
}
