import type { RoutedType } from '#domain/transaction/status';
import type { Random } from '../fakes/seeded-random.js';
import type { Body } from './traffic-bodies.js';

/** What may follow a success (contract §15.9). */
const aftermaths = {
  payment: ['chargeback', 'chargeback_won', 'inquiry', 'provider_refund', 'provider_refund_part'],
  payout: ['returned', 'returned_part', 'returned_twice'],
} as const satisfies Readonly<Record<RoutedType, readonly string[]>>;

/** The body with something that follows its success. */
export function withAftermath(random: Random, type: RoutedType, body: Body): Body {
  const { meta = {} } = (body['extra'] ?? {}) as { readonly meta?: Body };
  return { ...body, extra: { meta: { ...meta, sandbox_after: random.pick(aftermaths[type]) } } };
}
