import { customerValues } from '#countries/customer-values';
import { methodOf } from '#domain/methods/find-method';
import type { FindBlocks } from '#domain/risk/block';
import { refuseBlocked } from '#domain/risk/refuse-blocked';
import { cardValues, type RiskValue } from '#domain/risk/risk-value';
import type { Refusal } from '#domain/routing/refusal';
import type { RequestCard } from '#domain/transaction/request';
import type { SubmitSubject } from '#persistence/transactions/begin-attempt';
import { noteCardFingerprint } from '#persistence/transactions/hosted-page';
import { openPersonalData } from '#persistence/transactions/personal-data';
import type { ActivityDependencies } from './activity-dependencies.js';

/**
 * Contract §12: the refusal of a card that was entered on the hosted form, if the card or its customer is blocked by now.
 * Only the run that has the right to send the attempt checks this, so that no other run can be sending what it refuses.
 */
export function refuseEnteredCard(
  { findBlocks, envelopeCipher, riskHashes }: ActivityDependencies,
  { transaction, personalCiphertext, guardedAddress, guardBlocks }: SubmitSubject,
  card: RequestCard | undefined,
): Refusal | undefined {
  const { identifier, merchant, project, type, style, method, openedAt } = transaction;
  if (openedAt === undefined || card === undefined) return undefined;
  const { customer } = openPersonalData(envelopeCipher, identifier, personalCiphertext);
  const plain = [...customerValues(customer, methodOf(type, style, method).country), ...cardValues(card.pan)];
  const hashed: readonly RiskValue[] =
    guardedAddress === undefined ? [] : [{ kind: 'address', value: guardedAddress }];
  const values = [
    ...hashed,
    ...plain.flatMap(({ kind, value }) =>
      riskHashes.known({ kind, value }).map((hash) => ({ kind, value: hash })),
    ),
  ];
  const find: FindBlocks = (kind, value) => [
    ...findBlocks(kind, value),
    ...guardBlocks.filter((block) => block.kind === kind && block.value === value),
  ];
  return refuseBlocked(find, { merchant, project, values, paysByCard: true }, new Date());
}

/** Stores the fingerprint of the card, for which the checkout has no key. A failure does not delay the payment. */
export async function noteFingerprint(
  { database, cardFingerprints, log }: ActivityDependencies,
  { transaction: { identifier }, cardFingerprint }: SubmitSubject,
  card: RequestCard | undefined,
): Promise<void> {
  if (!card || cardFingerprint) return;
  const fingerprint = cardFingerprints.kept(card.pan);
  await noteCardFingerprint(database, identifier, fingerprint).catch(() =>
    log.warn({ identifier }, 'card fingerprint not stored'),
  );
}
