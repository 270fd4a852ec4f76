import type { PaymentOrder } from '../connector.js';
import type { Form } from './form.js';

/** One of our methods there. */
export type Way = {
  /** Stripe's name of it. */
  readonly type: string;
  /** Absent: every currency of the table. */
  readonly currency?: string;
  /** Paid on Stripe's page (Checkout); else by what the confirmed PaymentIntent says. */
  readonly isOnPage: boolean;
  /** Fields of the customer without which Stripe refuses it. */
  readonly needs: readonly (keyof PaymentOrder['customer'])[];
  /** The customer's tax number is passed on. */
  readonly takesTaxNumber?: true;
  /** Paid to a customer's balance: the intent needs a Customer. */
  readonly needsCustomer?: true;
  /** `payment_method_options` below its name. */
  readonly options?: (order: PaymentOrder) => Form;
};

const dayMs = 86_400_000;
/** An OXXO voucher is good for this number of days at most. */
const voucherDaysMax = 7;

/** By our method. */
export const ways: Readonly<Record<string, Way>> = {
  card: { type: 'card', isOnPage: true, needs: [] },
  mbway: { type: 'mb_way', currency: 'EUR', isOnPage: true, needs: [] },
  payid: { type: 'payto', currency: 'AUD', isOnPage: true, needs: [] },
  ideal: { type: 'ideal', currency: 'EUR', isOnPage: false, needs: [] },
  multibanco: { type: 'multibanco', currency: 'EUR', isOnPage: false, needs: ['email'] },
  pix: {
    type: 'pix',
    currency: 'BRL',
    isOnPage: false,
    needs: [],
    takesTaxNumber: true,
    options: ({ payableUntil }) => ({ expires_at: Math.floor(Date.parse(payableUntil) / 1_000) }),
  },
  cash_mexico: {
    type: 'oxxo',
    currency: 'MXN',
    isOnPage: false,
    needs: ['email', 'first_name', 'last_name'],
    options: ({ payableUntil }) => ({ expires_after_days: daysUntil(payableUntil) }),
  },
  bank_transfer_mexico: {
    type: 'customer_balance',
    currency: 'MXN',
    isOnPage: false,
    needs: ['first_name', 'last_name'],
    needsCustomer: true,
    options: () => ({ funding_type: 'bank_transfer', bank_transfer: { type: 'mx_bank_transfer' } }),
  },
};

/** Calendar days in Mexico; at the end of our own window the payment is cancelled. */
function daysUntil(payableUntil: string): number {
  const days = Math.ceil((Date.parse(payableUntil) - Date.now()) / dayMs);
  return Math.min(voucherDaysMax, Math.max(1, days));
}

/** The way of an order, or why it has none. */
export function wayOf({ method, money, customer }: PaymentOrder): Way | string {
  const way = Object.hasOwn(ways, method) ? ways[method] : undefined;
  if (!way || (way.currency !== undefined && way.currency !== money.currency))
    return `no ${method} in ${money.currency}`;
  const missing = way.needs.find((name) => customer[name] === undefined);
  return missing === undefined ? way : `customer.${missing} is missing`;
}

export function fullName({
  first_name: first,
  last_name: last,
}: PaymentOrder['customer']): string | undefined {
  const name = [first, last].filter((part) => part !== undefined).join(' ');
  return name === '' ? undefined : name;
}

/** The languages of Stripe's page. */
export const locales: readonly string[] =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  );

/** The nearest that the page has; `auto` follows the customer's browser. */
export function pageLocale(locale: string | undefined): string {
  const language = locale?.split('-')[0] ?? '';
  return [locale ?? '', language].find((known) => locales.includes(known)) ?? 'auto';
}
