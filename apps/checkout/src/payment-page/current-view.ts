import type { Configuration } from '#domain/configuration';
import type { Transaction } from '#domain/transaction/transaction';
import { chooseView, type Place, type View } from './choose-view.js';
import { takesNoCard } from './takes-no-card.js';

/** What a payment's page shows now: what follows from the books, unless its link takes no card any more. */
export function currentView(
  configuration: Configuration,
  payment: Transaction,
  place: Place,
  now = new Date(),
): View {
  return takesNoCard(configuration, payment) ? { kind: 'stopped' } : chooseView(payment, place, now);
}
