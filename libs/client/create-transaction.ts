import { NoAnswer } from './no-answer.js';
import { OutcomeUnknown } from './outcome-unknown.js';
import { isJsonObject, type JsonObject } from './read-json.js';
import { repeatCall, type Patience } from './repeat-call.js';
import type { Sender } from './send-signed.js';

export type Creation = {
  readonly path: '/v2/payment' | '/v2/payout' | '/v2/refund';
  readonly reference: string;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
  /** Reads the record of the reference; with seconds, held until its status changes. */
  readonly check: (waitSeconds?: number) => Promise<JsonObject>;
};

/**
 * Creates one transaction by the book (contract §4): whatever gets lost, the same content is sent with the same
 * reference. Resolves with the creation answer, or with the record when an earlier call had it. Throws `GatewayRefusal`
 * when there surely is no such transaction of this content, `OutcomeUnknown` when that is not known.
 */
export async function createTransaction(
  sender: Sender,
  { path, reference, body, signal, check }: Creation,
  patience: Patience,
): Promise<JsonObject> {
  const repeated = await repeatCall(sender, { method: 'POST', path, body, signal }, patience);
  if (repeated.kind === 'answered') {
    if (isJsonObject(repeated.value)) return repeated.value;
    throw new OutcomeUnknown(reference, 1, new Error('The answer is no JSON object'));
  }
  const { problem, wasUnclear, tries } = repeated;
  if (problem instanceof NoAnswer) throw new OutcomeUnknown(reference, tries, problem);
  // An identifier is returned only if the content is the same: the reference is ours, and has been answered.
  const isOurs = problem.code === duplicatedReference && problem.identifier !== undefined;
  if (isOurs) return findCreated(check);
  // A 400 comes after the reference was looked up, and so speaks of the earlier tries too. The others do not.
  if (wasUnclear && problem.httpStatus !== 400) throw new OutcomeUnknown(reference, tries, problem);
  throw problem;
}

/**
 * The record in place of the creation answer. A payment that is still `pending` may be one whose first call is under way
 * at the gateway, and what the customer must do is not known yet.
 */
async function findCreated(check: Creation['check']): Promise<JsonObject> {
  const record = await check();
  const isUnderWay = record['type'] === 'payment' && record['status'] === 'pending';
  return isUnderWay ? check(firstStepSeconds) : record;
}

const duplicatedReference = 108;
/** The gateway's own deadline for the first step. */
const firstStepSeconds = 30;
