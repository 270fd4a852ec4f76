import type { ChaosMerchant } from './chaos-merchant.js';
import { finalStates } from './chaos-run.js';
import type { Operation } from './operation-log.js';
import type { Subject } from './plan-traffic.js';

/** What the merchant did and saw. */
export type Traffic = {
  readonly operations: Operation[];
  /** Final states that the merchant has seen, in the order of seeing, by reference. */
  readonly seenFinals: Map<string, string[]>;
};

/** Reads the record once, and returns its status if that is final; a final state that was seen must never change afterwards. */
export async function look(
  merchant: ChaosMerchant,
  subject: Subject,
  traffic: Traffic,
): Promise<string | undefined> {
  const { answer } = await merchant.read(subject);
  const status = answer?.status === 200 ? String(answer.body['status']) : '';
  if (!finalStates.includes(status)) return undefined;
  keepFinal(traffic, subject, status);
  return status;
}

export function keepFinal({ seenFinals }: Traffic, { reference }: Subject, status: string): void {
  seenFinals.set(reference, [...(seenFinals.get(reference) ?? []), status]);
}
