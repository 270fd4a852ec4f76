import { headerFields } from './header-fields.js';
import { callbackSecretBytes } from './signing-secret.js';
import type { SigningKey } from './signing-secret.js';
import { verifySignedMessage } from './verify-signed-message.js';
import type { ReceivedMessage } from './verify-signed-message.js';
import { findWebhookProblem } from './webhook-signature.js';

export type CallbackRules = {
  readonly now: Date;
  /** How far the signed instant may be from `now`, in either direction. */
  readonly skewSeconds: number;
  /** Own names, an entry without port accepts any port. Absent: any, since the key is the merchant's alone. */
  readonly hosts?: readonly string[];
};

/** `signature` is the `Signature` header, `webhook` the Standard Webhooks headers (contract §8). */
export type CallbackSignature = 'signature' | 'webhook';

/**
 * Verified when at least one of the two signatures is right; a proxy that rewrites the host or the path breaks the
 * first one only. `problems` says in words what is wrong with the others, without repeating anything received.
 */
export type CallbackVerdict =
  | {
      readonly kind: 'verified';
      readonly by: readonly CallbackSignature[];
      readonly problems: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Verifies a callback over its raw bytes with the project's callback keys, in any order. */
export function verifyCallback(
  callback: ReceivedMessage,
  keys: readonly SigningKey[],
  rules: CallbackRules,
): CallbackVerdict {
  const fields = headerFields(callback.rawHeaders);
  const secrets = new Map(keys.map((key) => [key.id, callbackSecretBytes(key.secret)]));
  const findSecret = (keyId: string): Buffer | undefined => secrets.get(keyId);
  const signatureRules = { now: rules.now, skewSeconds: rules.skewSeconds, hosts: rules.hosts };
  const signature = verifySignedMessage(callback, fields, 'signature', findSecret, signatureRules);
  const webhookProblem = findWebhookProblem(fields, callback.rawBody, [...secrets.values()], rules);

  const by: CallbackSignature[] = [];
  const problems: string[] = [];
  if (signature.kind === 'verified') by.push('signature');
  else problems.push(signature.description);
  if (webhookProblem === undefined) by.push('webhook');
  else problems.push(webhookProblem);
  return by.length > 0 ? { kind: 'verified', by, problems } : { kind: 'refused', problems };
}
