import type { Transaction } from '#domain/transaction/transaction';
import type { Outcome } from '../languages/words.js';
import { webUrl } from './web-url.js';

/**
 * Where the browser goes after the end (contract §10), exactly as the merchant wrote it; the columns hold the
 * request's own URL or the project's default. Nothing: our own page is the last one.
 */
export function continueUrl(
  urls: Pick<Transaction, 'redirectUrl' | 'cancelUrl' | 'errorUrl'>,
  outcome: Outcome,
): string | undefined {
  return webUrl(urlFor(urls, outcome)) ?? webUrl(urls.redirectUrl);
}

function urlFor(
  { redirectUrl, cancelUrl, errorUrl }: Pick<Transaction, 'redirectUrl' | 'cancelUrl' | 'errorUrl'>,
  outcome: Outcome,
): string | undefined {
  switch (outcome) {
    case 'success':
      return redirectUrl;
    case 'cancelled':
      return cancelUrl;
    case 'declined':
    case 'error':
    case 'expired':
      return errorUrl;
  }
}
