import { readPath } from '../json.js';
import type { Method } from '../methods/method.js';
import type { Money } from '../money.js';
import type { Style } from './status.js';

/** An accepted body of `POST /v2/payment`: complete and well formed by the catalogue, nothing else checked yet. */
export type TransactionRequest = {
  readonly row: Method;
  /** Canonical method code, never an alias. */
  readonly method: string;
  readonly style: Style;
  readonly mode?: 'initial';
  readonly reference: string;
  /** `amount` exactly as written. */
  readonly money: Money;
  readonly description?: string;
  /** Wire names of specification §2.3. */
  readonly customer: Readonly<Record<string, string>>;
  readonly card?: RequestCard;
  readonly meta: Readonly<Record<string, string | number | boolean>>;
  /** JSON text of `extra.meta` without browser fields, numbers as written: what is stored and echoed. */
  readonly metaText: string;
  readonly redirectUrl?: string;
  readonly cancelUrl?: string;
  readonly errorUrl?: string;
  readonly callbackUrl?: string;
  /** `widget.locale`, else the method's default. */
  readonly locale?: string;
  readonly lang?: string;
  readonly channelCode?: string;
  /** Of a payout: wire names inside the method's object. */
  readonly requisites?: Readonly<Record<string, string>>;
};

export type RequestCard = {
  readonly pan: string;
  readonly cvv: string;
  /** Two digits. */
  readonly expMonth: string;
  /** Four digits. */
  readonly expYear: string;
  readonly holderName: string;
};

/** The customer has a form of ours to post before anything is sent: a hosted page, or a card that is still to be entered. */
export function needsHostedForm({
  row,
  style,
  card,
}: Pick<TransactionRequest, 'row' | 'style' | 'card'>): boolean {
  return style === 'hpp' || (row.cardForm === true && card === undefined);
}

/** A payout that leaves its bank to be chosen later (contract §6). */
export function choosesBank({ row, requisites }: Pick<TransactionRequest, 'row' | 'requisites'>): boolean {
  return row.bankCountries !== undefined && requisites?.['bank_code'] === undefined;
}

/** Specification §2.3, in its order; everything else in the object is ignored. */
export const customerFields = [
  'identifier',
  'email',
  'phone',
  'first_name',
  'last_name',
  'middle_name',
  'country',
  'state_code',
  'city',
  'address',
  'zip_code',
  'itn',
  'birthday',
  'ip',
  'gender',
] as const;

/** The wire names that are missing in a request, of those given: a provider's `requires`, such as `customer.email`. */
export function missingFields(request: TransactionRequest, paths: readonly string[]): string[] {
  const fields = wireFieldsOf(request);
  return paths.filter((path) => readPath(fields, path) === undefined);
}

function wireFieldsOf(request: TransactionRequest): object {
  return {
    mode: request.mode,
    description: request.description,
    customer: Object.keys(request.customer).length > 0 ? request.customer : undefined,
    card: request.card && {
      pan: request.card.pan,
      cvv: request.card.cvv,
      exp_month: request.card.expMonth,
      exp_year: request.card.expYear,
      holder_name: request.card.holderName,
    },
    extra: Object.keys(request.meta).length > 0 ? { meta: request.meta } : undefined,
    redirect_url: request.redirectUrl,
    cancel_url: request.cancelUrl,
    error_url: request.errorUrl,
    callback_url: request.callbackUrl,
    widget: { locale: request.locale },
    lang: request.lang,
    channel_code: request.channelCode,
    ...(request.row.requisites === undefined ? {} : { [request.row.requisites]: request.requisites }),
  };
}
