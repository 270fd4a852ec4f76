import { defineSearchAttributeKey, SearchAttributeType, type SearchAttributePair } from '@temporalio/common';
import type { TransactionSubject } from '#domain/transaction/transaction';

/** Attributes by which operations staff filter in the Temporal UI. Never personal data, never a URL. */
export const searchAttributes = {
  type: defineSearchAttributeKey('TransactionType', SearchAttributeType.KEYWORD),
  merchant: defineSearchAttributeKey('Merchant', SearchAttributeType.KEYWORD),
  reference: defineSearchAttributeKey('Reference', SearchAttributeType.KEYWORD),
  method: defineSearchAttributeKey('Method', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  status: defineSearchAttributeKey('TransactionStatus', SearchAttributeType.KEYWORD),
  needsReview: defineSearchAttributeKey('NeedsReview', SearchAttributeType.BOOL),
} as const;

/** The search attributes of every workflow of a transaction. */
export function searchAttributesOf(
  subject: Pick<TransactionSubject, 'type' | 'merchant' | 'reference' | 'method'>,
): SearchAttributePair[] {
  return [
    { key: searchAttributes.type, value: subject.type },
    { key: searchAttributes.merchant, value: subject.merchant },
    { key: searchAttributes.reference, value: subject.reference },
    { key: searchAttributes.method, value: subject.method },
  ];
}
