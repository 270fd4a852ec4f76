import type { PaymentRequest } from '#client/messages/payment-request';
import type { PayoutRequest } from '#client/messages/payout-request';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { Method } from '#domain/methods/method';

/** A body of `POST /v2/payment` for an invented person, whose document numbers are made up. */
export type SamplePayment = (order: SampleOrder) => PaymentRequest;

/** A body of `POST /v2/payout`, likewise; `bankCode`: the beneficiary's bank, where it is already known. */
export type SamplePayout = (order: SampleOrder & { readonly bankCode?: string | undefined }) => PayoutRequest;

type SampleOrder = {
  readonly reference: string;
  /** The shop's own addresses, played by the sandbox. */
  readonly shopUrl: string;
  /** Names a behaviour of the sandbox that plays the customer too (contract §10); absent: the customer decides. */
  readonly scenario?: string | undefined;
};

/** What a sample has beside the example of its catalogue row; `meta` goes into `extra.meta`. */
type Changes = Readonly<Record<string, unknown>> & {
  readonly customer?: object;
  readonly meta?: object;
};

/** The example of a payment's catalogue row, with other fields of the customer or of the request where they are given. */
export function paymentOf(row: Method, changes: Changes = {}): SamplePayment {
  // The example of a payment fits the schema of the request that the client's type is written from.
  return (order) => requestOf(row, order, changes) as PaymentRequest;
}

export function payoutOf(code: string, changes: Changes = {}): SamplePayout {
  const row = methodOf('payout', 'h2h', code);
  return (order) => {
    const { requisites } = row;
    const request = requestOf(row, order, changes);
    if (requisites === undefined || order.bankCode === undefined) return request as PayoutRequest;
    const beneficiary = { ...objectIn(request, requisites), bank_code: order.bankCode };
    const whole: object = { ...request, [requisites]: beneficiary };
    return whole as PayoutRequest;
  };
}

function requestOf(row: Method, order: SampleOrder, { customer, meta, ...others }: Changes): object {
  const example = exampleOf(row);
  const scenario = order.scenario === undefined ? {} : { sandbox: order.scenario };
  return {
    ...example,
    ...others,
    ...urlsOf(example, order.shopUrl),
    reference: order.reference,
    amount: String(others['amount'] ?? example['amount']),
    customer: { ...objectIn(example, 'customer'), identifier: 'tour', ...customer },
    extra: { meta: { ...objectIn(objectIn(example, 'extra'), 'meta'), ...meta, ...scenario } },
  };
}

/** The shop's addresses where the method asks for some. */
function urlsOf(example: object, shopUrl: string): object {
  const paths = { redirect_url: 'done', callback_url: 'callbacks' };
  return Object.fromEntries(
    Object.entries(paths).flatMap(([field, path]) =>
      field in example ? [[field, `${shopUrl}/${path}`]] : [],
    ),
  );
}

function objectIn(body: object, name: string): object {
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof value === 'object' && value !== null ? value : {};
}

/** The sandbox's test number for a card that its bank declines. */
export const declinedPan = '4000000000000002';
