import type { RefundParts, RefundTerms } from '../refunds/refund-terms.js';

/** Pieces that rows of the catalogue share. Durations are milliseconds. */
export const minutes = 60_000;
export const days = 24 * 60 * minutes;

export const urls = {
  redirect_url: 'optional',
  cancel_url: 'optional',
  callback_url: 'unlessDefault',
} as const;
export const urlsWithError = { ...urls, error_url: 'optional' } as const;
export const urlsWithoutCancel = { redirect_url: 'optional', callback_url: 'unlessDefault' } as const;
export const payoutUrls = { callback_url: 'unlessDefault' } as const;

export const typedMeta = {
  meta_data1: 'string',
  meta_data2: 'integer',
  meta_data3: 'boolean',
  meta_data4: 'timestamp',
} as const;
/** Browser data of card payments (specification §2.4). */
export const browserMeta = {
  ip: 'string',
  header_accept: 'string',
  language: 'string',
  screen_color_depth: 'string',
  screen_height: 'string',
  screen_pixel_depth: 'string',
  screen_width: 'string',
  timezone_offset_minutes: 'string',
  user_agent: 'string',
  window_height: 'string',
  window_width: 'string',
} as const;
export const browserFields = Object.keys(browserMeta);

export const cardCustomer = customer(
  'identifier email phone first_name last_name country state_code city address zip_code birthday ip',
);

/** Wire paths of the named fields of an object: `customer`, `identifier email` → `customer.identifier`, … */
export function fieldsOf(object: string, names: string): string[] {
  return names.split(' ').map((name) => `${object}.${name}`);
}

export function customer(names: string): string[] {
  return fieldsOf('customer', names);
}

/** The rail can give a payment back for this number of days (contract §15.5). */
export function refundableFor(
  dayCount: number,
  { parts = 'several', instead }: { readonly parts?: RefundParts; readonly instead?: string } = {},
): RefundTerms {
  return { possible: true, days: dayCount, parts, ...(instead !== undefined && { instead }) };
}

/** Nothing leads back to the payer (contract §15.5). */
export const notRefundable: RefundTerms = { possible: false, days: undefined, parts: 'whole' };
