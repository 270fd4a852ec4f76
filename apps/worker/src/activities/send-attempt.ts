import type { Submitted } from '#domain/transaction/report';
import type { RequestCard } from '#domain/transaction/request';
import type { Attempt } from '#domain/transaction/transaction';
import { findAccount } from '#gateway/connectors/find-account';
import type { SendBy } from '#gateway/connectors/send-by';
import { openCard } from '#persistence/card-vault/sealed-card';
import type { BegunAttempt } from '#persistence/transactions/begin-attempt';
import { noteCardFingerprint } from '#persistence/transactions/hosted-page';
import type { ActivityDependencies } from './activity-dependencies.js';
import { composeOrder, composePayoutOrder } from './compose-order.js';
import { refuseEnteredCard } from './refuse-entered-card.js';
import { whileBeating } from './while-beating.js';

/** Calls the provider with an attempt that was begun, once, unless a reason of ours or the time keeps it back. */
export async function sendAttempt(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
  sendBy: SendBy,
): Promise<Submitted> {
  const { transaction } = loaded;
  const card = loaded.storedCard && openCard(dependencies, transaction.identifier, loaded.storedCard);
  await noteFingerprint(dependencies, loaded, card);
  const blocked = refuseEnteredCard(dependencies, loaded, card);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const found = findAccount(dependencies.configuration(), attempt);
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  const { connector, account } = found;
  const limit = { timeoutMs: transaction.plan.timing.providerCallMs, sendBy };
  if (transaction.type === 'payout') {
    const order = composePayoutOrder(dependencies, loaded, attempt);
    return whileBeating(() => connector.submitPayout(order, account, limit));
  }
  const order = composeOrder(dependencies, loaded, attempt, card);
  if (!order) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  return whileBeating(() => connector.submitPayment(order, account, limit));
}

/** Of a card that was entered on our page: the checkout has no key for it. A payment does not wait for it to succeed. */
async function noteFingerprint(
  { database, cardFingerprints, log }: ActivityDependencies,
  { transaction: { identifier }, cardFingerprint }: BegunAttempt,
  card: RequestCard | undefined,
): Promise<void> {
  if (!card || cardFingerprint) return;
  const fingerprint = cardFingerprints.kept(card.pan);
  await noteCardFingerprint(database, identifier, fingerprint).catch(() =>
    log.warn({ identifier }, 'the fingerprint of a card was not kept'),
  );
}
