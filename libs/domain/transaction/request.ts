import { readPath, type JsonScalar } from '../values/json.js';
import type { Method } from '../methods/method.js';
import type { Money } from '../values/money.js';
import { writeEchoed, type Echoed } from './echoed.js';
import type { Style } from './status.js';

/** An accepted body of `POST /v2/payment`: complete and well formed by the catalogue, nothing else checked yet. */
export type TransactionRequest = Echoed & {
  readonly method: Method;
  readonly style: Style;
  readonly mode?: 'initial';
  readonly reference: string;
  /** `amount` exactly as written. */
  readonly money: Money;
  /** Wire names of specification §2.3. */
  readonly customer: Readonly<Record<string, string>>;
  readonly card?: RequestCard;
  /** Numbers as written. */
  readonly meta: Readonly<Record<string, JsonScalar>>;
  /** The same as text, numbers as written, for the conditions of routes. */
  readonly writtenMeta: Readonly<Record<string, string>>;
  /** JSON text of `extra.meta` without browser fields, numbers as written: what is stored and echoed. */
  readonly metaText: string;
  readonly redirectUrl?: string;
  readonly cancelUrl?: string;
  readonly errorUrl?: string;
  readonly callbackUrl?: string;
  /** The customer's language (contract §5), BCP 47: `widget.locale`, else `lang`, else the method's default. */
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

/** Whether the customer must post one of our forms before anything is sent: the hosted page, or the card form of an H2H payment. */
export function needsHostedForm({
  method,
  style,
  card,
}: Pick<TransactionRequest, 'method' | 'style' | 'card'>): boolean {
  return style === 'hpp' || (method.cardForm === true && card === undefined);
}

/** Whether the customer enters a card on one of our forms. */
export function entersCard(request: Pick<TransactionRequest, 'method' | 'style' | 'card'>): boolean {
  return request.method.cardForm === true && needsHostedForm(request);
}

/** Whether the bank of a payout is chosen later (contract §6). */
export function choosesBank({
  method,
  requisites,
}: Pick<TransactionRequest, 'method' | 'requisites'>): boolean {
  return method.challenges.includes('bank_code') && requisites?.['bank_code'] === undefined;
}

/** A hosted payment is `new` until its page is opened. */
export function firstStatus({ style }: TransactionRequest): 'new' | 'pending' {
  return style === 'hpp' ? 'new' : 'pending';
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

/** Those of the given wire names, such as `customer.email` in a provider's `requires`, that are missing in a request. */
export function missingFields(request: TransactionRequest, paths: readonly string[]): string[] {
  const fields = wireFieldsOf(request);
  return paths.filter((path) => readPath(fields, path) === undefined);
}

function wireFieldsOf(request: TransactionRequest): object {
  return {
    mode: request.mode,
    ...writeEchoed(request),
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
    ...(request.method.requisites === undefined ? {} : { [request.method.requisites]: request.requisites }),
  };
}
