import type { ChallengeType } from './transaction/challenge.js';
import type { TransactionType } from './transaction/status.js';

/** What a connector can do and needs, as far as the configuration is checked against it. */
export type ConnectorTerms = {
  readonly types: readonly TransactionType[];
  /** Codes of the catalogue. */
  readonly methods: 'all' | readonly string[];
  /** What its provider may ask for next. */
  readonly challenges: readonly ChallengeType[];
  /** It can tell whose an account is, before a payout to it. */
  readonly resolvesAccounts: boolean;
  /** By name: what each account (MID) has to give. */
  readonly credentials: Readonly<Record<string, TextConstraint>>;
};

/** What a text in the configuration must be, and how that is said to whoever wrote another one. */
export type TextConstraint = { readonly holds: (text: string) => boolean; readonly says: string };

/** For credentials whose form the provider does not publish. */
export const anyText: TextConstraint = { holds: (text) => text !== '', says: 'must not be empty' };
