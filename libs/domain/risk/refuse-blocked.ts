import { blockScopes, type Block, type BlockScope, type Configuration } from '../configuration.js';
import type { ErrorKey } from '../errors/error-catalogue.js';
import type { Refusal } from '../routing/refusal.js';

/** Whose money is to be moved, as far as the blocklist can know them. */
export type BlockSubject = {
  readonly merchant: string;
  readonly project: string;
  /** `customer.identifier`. */
  readonly customer?: string | undefined;
  /** Keyed hash of the card number, hexadecimal. */
  readonly card?: string | undefined;
};

/**
 * Refuses a customer or a card that is on the blocklist (specification §7, error 451): the customer before the card,
 * and of several blocks the one whose condition the specification names first. A block counts until it expires.
 */
export function refuseBlocked(
  { blocklist }: Pick<Configuration, 'blocklist'>,
  subject: BlockSubject,
  now: Date,
): Refusal | undefined {
  const customer = firstScope(
    blocklist.customers.filter(({ identifier }) => identifier === subject.customer),
    subject,
    now,
  );
  if (customer) return { kind: 'refused', error: customerErrors[customer] };
  const card = firstScope(
    blocklist.cards.filter(({ fingerprint }) => fingerprint === subject.card),
    subject,
    now,
  );
  return card && { kind: 'refused', error: cardErrors[card] };
}

function firstScope(blocks: readonly Block[], subject: BlockSubject, now: Date): BlockScope | undefined {
  const counting = blocks.filter((block) => isInForce(block, now) && isFor(block, subject));
  return blockScopes.find((scope) => counting.some((block) => block.scope === scope));
}

function isInForce({ expires }: Block, now: Date): boolean {
  return expires === undefined || now.getTime() < Date.parse(expires);
}

function isFor({ scope, appliesTo }: Block, { merchant, project }: BlockSubject): boolean {
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
