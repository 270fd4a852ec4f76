import type { CallbackResult } from './send-callback.js';

/**
 * What one attempt means for its event (contract §8): `delivered` by any 2xx, `stopped` by 410, else `retry`, not
 * before `retryAfterSeconds` when the merchant asked for that (at most 24 hours).
 */
export type DeliveryJudgement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'retry'; readonly retryAfterSeconds?: number };

export function judgeDelivery(result: CallbackResult): DeliveryJudgement {
  if (result.kind !== 'answered') return { kind: 'retry' };
  if (result.httpStatus >= 200 && result.httpStatus < 300) return { kind: 'delivered' };
  if (result.httpStatus === gone) return { kind: 'stopped' };
  if (result.retryAfterSeconds === undefined) return { kind: 'retry' };
  return { kind: 'retry', retryAfterSeconds: Math.min(result.retryAfterSeconds, retryAfterSecondsMax) };
}

const gone = 410;
const retryAfterSecondsMax = 86_400;
