import type { Challenge } from '#domain/transaction/challenge';
import { isObject, scannedText, shownText, webUrl } from '../json-body.js';

type Details = Readonly<Record<string, unknown>>;

/** The parts of `next_action` that a customer can act on; each is below its own name. The others are for Stripe's own scripts. */
export const challengeReaders: Readonly<Record<string, (details: Details) => Challenge | undefined>> = {
  redirect_to_url: ({ url }) => {
    const address = webUrl(url);
    return address === undefined ? undefined : { type: 'redirect', url: address };
  },
  pix_display_qr_code: ({ data, hosted_instructions_url: page }) => {
    const payload = scannedText(data);
    return payload === undefined ? undefined : { type: 'qr', payload, ...instructions(page) };
  },
  multibanco_display_details: ({ entity, reference, hosted_voucher_url: page }) => {
    const [shownEntity, shownReference] = [shownText(entity), shownText(reference)];
    if (shownEntity === undefined || shownReference === undefined) return undefined;
    return { type: 'multibanco', entity: shownEntity, reference: shownReference, ...instructions(page) };
  },
  oxxo_display_details: ({ number, expires_after: expiresAfter, hosted_voucher_url: page }) => {
    const [shown, payBy] = [shownText(number), instantOf(expiresAfter)];
    if (shown === undefined || payBy === undefined) return undefined;
    return { type: 'voucher', number: shown, payBy, places: ['OXXO'], ...instructions(page) };
  },
  display_bank_transfer_instructions: ({ financial_addresses: addresses, hosted_instructions_url: page }) => {
    const rows: readonly unknown[] = Array.isArray(addresses) ? addresses : [];
    const [clabe] = rows.flatMap((row) => (isObject(row) && isObject(row.spei) ? row.spei.clabe : []));
    const shown = shownText(clabe);
    return shown === undefined
      ? undefined
      : { type: 'bank_transfer_mexico', clabe: shown, ...instructions(page) };
  },
};

export function readChallenge(nextAction: unknown): Challenge | undefined {
  if (!isObject(nextAction) || typeof nextAction.type !== 'string') return undefined;
  const { type } = nextAction;
  const details = nextAction[type];
  const read = Object.hasOwn(challengeReaders, type) ? challengeReaders[type] : undefined;
  return isObject(details) ? read?.(details) : undefined;
}

/**
 * What is still missing of a bank transfer, in Stripe's units; undefined if it does not say. Each transfer may pay a part.
 */
export function amountRemaining(nextAction: unknown): number | undefined {
  const details = isObject(nextAction) ? nextAction.display_bank_transfer_instructions : undefined;
  const amount = isObject(details) ? details.amount_remaining : undefined;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : undefined;
}

function instructions(url: unknown) {
  const instructionsUrl = webUrl(url);
  return instructionsUrl === undefined ? {} : { instructionsUrl };
}

/** Stripe's times are whole seconds since 1970. */
export function instantOf(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds)) return undefined;
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
