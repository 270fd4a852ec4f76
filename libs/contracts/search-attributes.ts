import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** What operations staff can filter by in the Temporal UI. Never personal data, never a URL. */
export const searchAttributes = {
  type: defineSearchAttributeKey('TransactionType', SearchAttributeType.KEYWORD),
  merchant: defineSearchAttributeKey('Merchant', SearchAttributeType.KEYWORD),
  reference: defineSearchAttributeKey('Reference', SearchAttributeType.KEYWORD),
  method: defineSearchAttributeKey('Method', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  status: defineSearchAttributeKey('TransactionStatus', SearchAttributeType.KEYWORD),
  needsReview: defineSearchAttributeKey('NeedsReview', SearchAttributeType.BOOL),
} as const;
