import type { Configuration } from '#domain/configuration';
import type { Transaction } from '#domain/transaction/transaction';
import { asksCard } from './asks-card.js';

/** Whether somebody seems to guess cards on the payment's link: more faulty forms were posted than its project allows. */
export function takesNoCard(
  { projects }: Pick<Configuration, 'projects'>,
  payment: Parameters<typeof asksCard>[0] & Pick<Transaction, 'project' | 'faultyForms'>,
): boolean {
  const most = projects[payment.project]?.risk?.faultyFormsMax;
  return most !== undefined && payment.faultyForms > most && asksCard(payment);
}
