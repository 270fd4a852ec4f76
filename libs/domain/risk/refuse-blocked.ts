import { errorOf, type ErrorKey } from '../errors/error-catalogue.js';
import type { Refusal } from '../routing/refusal.js';
import {
  blockScopes,
  cardKinds,
  customerKinds,
  type Block,
  type BlockKind,
  type BlockScope,
  type FindBlocks,
} from './block.js';
import type { RiskValue } from './risk-value.js';

/** Whose money is to be moved, as far as a blocklist can know them. */
export type BlockSubject = {
  readonly merchant: string;
  readonly project: string;
  /** As blocks have them: hashed, a BIN in clear text. */
  readonly values: readonly RiskValue[];
  /** A card is paid with, or will be entered on our form. */
  readonly paysByCard: boolean;
};

/**
 * Refuses a customer or a card that is on a blocklist (specification §7, error 451): the customer before the card, and
 * of several blocks the one whose condition the specification names first. A block counts until it expires.
 */
export function refuseBlocked(find: FindBlocks, subject: BlockSubject, now: Date): Refusal | undefined {
  const blocks = subject.values
    .flatMap(({ kind, value }) => find(kind, value))
    .filter((block) => isInForce(block, now) && isFor(block, subject));
  return refuseFirst(blocks, customerKinds, customerErrors) ?? refuseFirst(blocks, cardKinds, cardErrors);
}

function refuseFirst(
  blocks: readonly Block[],
  kinds: readonly BlockKind[],
  errors: Readonly<Record<BlockScope, ErrorKey>>,
): Refusal | undefined {
  const counting = blocks.filter(({ kind }) => kinds.includes(kind));
  const scope = blockScopes.find((one) => counting.some((block) => block.scope === one));
  if (scope === undefined) return undefined;
  const ofScope = counting.filter((block) => block.scope === scope);
  const byGuard = ofScope.every((block) => block.byGuard) ? ofScope[0] : undefined;
  const error = errors[scope];
  if (byGuard === undefined) return { kind: 'refused', error };
  return {
    kind: 'refused',
    error,
    description: `${errorOf(error).description}: ${guardWords(byGuard)}`,
  };
}

/** What people wrote about a block is for operations only; what the guard does is no secret. */
function guardWords({ kind, expires }: Pick<Block, 'kind' | 'expires'>): string {
  const from = kind === 'address' ? ' from this address' : '';
  return `too many cards were declined${from}; cards are accepted again at ${expires ?? 'no time'}`;
}

/** Whose cards the guard does not take now. `until`: ISO 8601; absent while they are only under way. */
export type TestedCards = { readonly kind: 'customer' | 'address'; readonly until?: string };

/** Why the guard takes no further card (error 451, for the project): too many were declined, or may yet be. */
export function describeTestedCards({ kind, until }: TestedCards): string {
  const { description } = errorOf('customerBlockedForProject');
  const of = kind === 'address' ? 'from this address' : 'of this customer';
  const words =
    until === undefined
      ? `too many cards ${of} are being checked or were declined; send it again once one of them has ended`
      : guardWords({ kind: kind === 'address' ? 'address' : 'identifier', expires: until });
  return `${description}: ${words}`;
}

function isInForce({ expires }: Block, now: Date): boolean {
  return expires === undefined || now.getTime() < Date.parse(expires);
}

function isFor(
  { scope, appliesTo, byGuard }: Block,
  { merchant, project, paysByCard }: BlockSubject,
): boolean {
  if (byGuard && !paysByCard) return false;
  if (appliesTo === 'all') return true;
  return appliesTo.includes(scope === 'project' ? project : merchant);
}

const customerErrors = {
  customer: 'customerBlocked',
  merchant: 'customerBlockedForMerchant',
  project: 'customerBlockedForProject',
  system: 'customerBlockedForSystem',
  global: 'customerLocked',
} as const satisfies Readonly<Record<BlockScope, ErrorKey>>;

const cardErrors = {
  customer: 'cardBlocked',
  merchant: 'cardBlockedForMerchant',
  project: 'cardBlockedForProject',
  system: 'cardBlockedForSystem',
  global: 'cardLocked',
} as const satisfies Readonly<Record<BlockScope, ErrorKey>>;
