import type { SubmitResult } from '#domain/transaction/report';

/**
 * Contract §12: a card that the provider does not take, for another reason than a decline. The merchant has sent it, or the
 * customer has filled it in on the hosted page.
 */
export function nameRefusal(style: 'h2h' | 'hpp', result: SubmitResult): SubmitResult {
  if (result.kind !== 'final' || result.evidence.reason !== 'INVALID_CARD') return result;
  const cause = style === 'hpp' ? 'fillingDataRefused' : 'cardNotRegistered';
  return { ...result, evidence: { ...result.evidence, cause } };
}
