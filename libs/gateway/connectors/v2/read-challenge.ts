import type { Challenge } from '#domain/transaction/challenge';
import { isObject, shownText, webUrl } from '../json-body.js';

/** An unreadable challenge is not the same as no challenge: the customer would be stuck. */
export type ChallengeReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly challenge: Challenge };

/** The next step of a payment's customer (specification §2.8). A hosted payment is always continued on its page. */
export function readChallenge({ redirect_url, challenge }: Record<string, unknown>): ChallengeReading {
  if (redirect_url !== undefined && redirect_url !== null && redirect_url !== '') {
    const page = webUrl(redirect_url);
    return page === undefined
      ? { kind: 'unreadable' }
      : { kind: 'read', challenge: { type: 'redirect', url: page } };
  }
  if (challenge === undefined || challenge === null) return { kind: 'none' };
  const read = isObject(challenge) ? translate(challenge) : undefined;
  return read === undefined ? { kind: 'unreadable' } : { kind: 'read', challenge: read };
}

function translate(challenge: Record<string, unknown>): Challenge | undefined {
  const { challenge_redirect: redirect, ussd, bank_transfer_mexico: transfer } = challenge;
  // The sample of `ussd` writes `type` (specification §2.8).
  switch (challenge.challenge_type ?? challenge.type) {
    case 'redirect': {
      const url = isObject(redirect) ? webUrl(redirect.url) : undefined;
      return url === undefined ? undefined : { type: 'redirect', url };
    }
    case 'ussd': {
      const code = isObject(ussd) ? shownText(ussd.code) : undefined;
      return code === undefined ? undefined : { type: 'ussd', code };
    }
    case 'bank_transfer_mexico': {
      const clabe = isObject(transfer) ? shownText(transfer.clabe) : undefined;
      return clabe === undefined ? undefined : { type: 'bank_transfer_mexico', clabe };
    }
    default:
      return undefined;
  }
}
