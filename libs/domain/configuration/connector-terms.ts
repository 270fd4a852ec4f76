import type { ChallengeType } from '../transaction/challenge.js';
import type { RefundTerms } from '../refunds/refund-terms.js';
import type { TransactionType } from '../transaction/status.js';

/** What a connector can do and needs, as far as the configuration is checked against it. */
export type ConnectorTerms = {
  readonly types: readonly TransactionType[];
  /** Codes of the catalogue. */
  readonly methods: 'all' | readonly string[];
  /** What its provider may ask for next. */
  readonly challenges: readonly ChallengeType[];
  /** How its provider counts money: what is sent and what is read are counted by the same. */
  readonly decimals: ProviderDecimals;
  /** It can resolve the owner of an account before a payout to it. */
  readonly resolvesAccounts: boolean;
  /** Its provider can be asked for a statement of an account. */
  readonly readsStatements: boolean;
  /** By method code: what its provider refunds beyond or below the catalogue's row (contract §15.5). */
  readonly refundTerms?: Readonly<Record<string, RefundTerms>>;
  /** By name: what each account (MID) has to give. */
  readonly credentials: Readonly<Record<string, TextConstraint>>;
};

/**
 * Decimals of a provider's minor unit by currency, which need not be those of ISO 4217; a currency that is not among them is not
 * sent there at all. `iso`: it takes every currency, and has the standard's decimals.
 */
export type ProviderDecimals = 'iso' | Readonly<Record<string, number>>;

/** What a text in the configuration must be, and the words of the error message. */
export type TextConstraint = {
  readonly holds: (text: string) => boolean;
  readonly says: string;
  /** Credentials of a test account, where no money moves: production refuses them. */
  readonly isTest?: (text: string) => boolean;
};

/** For credentials whose form the provider does not publish. */
export const anyText: TextConstraint = { holds: (text) => text !== '', says: 'must not be empty' };
