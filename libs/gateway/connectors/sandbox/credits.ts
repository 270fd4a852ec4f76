import { beneficiaryName } from '#domain/values/holder-name';
import type { EndCause, ProviderOutcome } from '#domain/transaction/report';
import type { PayoutOrder } from '../connector.js';
import { isObject, text } from '../json-body.js';
import { readReversals } from './corrections.js';
import { currencyCode, decimal, readReason, type OrderReading } from './read-body.js';

/**
 * Our codes of Bolivian banks (specification §2.10) and the provider's. The provider does not have the banks that are
 * missing here.
 */
export const bolivianBanks: Readonly<Record<string, string>> = {
  ...codesOf('BCO', 1, 3),
  ...codesOf('BCO', 5, 9),
  '22': 'BCO022',
  '45': 'BCO045',
  '47': 'BCO047',
  '49': 'BCO049',
  '52': 'BCO052',
  '53': 'BCO053',
  ...codesOf('MUT', 200, 207),
  ...codesOf('COO', 300, 328),
  ...codesOf('IFD', 400, 407),
  ...codesOf('BIL', 900, 904),
  '990': 'BIL990',
};

/** Banks of one kind: the provider's code is the kind and our number in three digits. */
function codesOf(kind: string, from: number, to: number): Record<string, string> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return Object.fromEntries(
    numbers.map((number) => [String(number), `${kind}${String(number).padStart(3, '0')}`]),
  );
}

/** Methods whose bank codes are ours (specification §2.10); the codes of the others are the provider's own. */
const bankCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bank_transfer_bolivia: bolivianBanks,
};

/** The provider's code of the order's bank; `missing` when the provider does not have the bank. */
export type ProviderBank =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly code: string }
  | { readonly kind: 'missing' };

/** Finds the provider's code of the order's bank; methods without a table use the provider's own codes. */
export function providerBank({ method, bankCode }: PayoutOrder): ProviderBank {
  if (bankCode === undefined) return { kind: 'none' };
  const codes = Object.hasOwn(bankCodes, method) ? bankCodes[method] : undefined;
  if (codes === undefined) return { kind: 'known', code: bankCode };
  const code = Object.hasOwn(codes, bankCode) ? codes[bankCode] : undefined;
  return code === undefined ? { kind: 'missing' } : { kind: 'known', code };
}

/** Body of `POST /credits`. Holds only the fields that the provider requires. Holds personal data: never to be logged. */
export function creditRequest(order: PayoutOrder, bank: string | undefined): Record<string, unknown> {
  const { meta, money, requisites } = order;
  return {
    order: order.providerReference,
    value: money.amount,
    iso: money.currency,
    rail: order.method.toUpperCase(),
    memo: order.description,
    language: order.locale,
    beneficiary: {
      bank,
      account: requisites.account_number ?? requisites.account,
      account_kind: requisites.account_type,
      holder: holderOf(order),
      document: requisites.beneficiary_document_value ?? requisites.document_number,
    },
    notify_url: order.callbackUrl,
    simulate: {
      scenario: meta.sandbox,
      delay_ms: meta.sandbox_delay_ms,
      after: meta.sandbox_after,
    },
  };
}

function holderOf({ requisites, customer }: PayoutOrder): string | undefined {
  if (requisites.name !== undefined) return requisites.name;
  return beneficiaryName(requisites, customer) || undefined;
}

/** The provider's states that end a credit. Every other word, known or not, is `open`. */
export const creditOutcomes: Readonly<Record<string, Exclude<ProviderOutcome, 'open'>>> = {
  CREDITED: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  /** The money was sent and has come back: the beneficiary does not have it. */
  RETURNED: 'declined',
};

/** Reasons that the merchant receives in our own words. */
export const declineCauses: Readonly<Record<string, EndCause>> = { BANK_NOT_SERVED: 'bankNotSupported' };

/**
 * A credit as the sandbox provider describes it in answers and callbacks; undefined unless order and state are present
 * and valid. The amount is the amount sent, which may differ from the amount requested.
 */
export function readCredit(body: unknown): OrderReading | undefined {
  if (!isObject(body)) return undefined;
  const { state, iso, credited_value: creditedValue } = body;
  const [providerId, order] = [text(body.credit), text(body.order)];
  if (providerId === undefined || order === undefined || typeof state !== 'string') return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const isSent = typeof creditedValue === 'string' && decimal.test(creditedValue);
  if (!isSent && (creditedValue !== undefined || state === 'CREDITED')) return undefined;

  const outcome = Object.hasOwn(creditOutcomes, state) ? creditOutcomes[state] : undefined;
  const reason = readReason(body.reason);
  const cause = outcome === 'declined' ? causeOf(reason) : undefined;
  return {
    report: {
      providerReference: order,
      outcome: outcome ?? 'open',
      providerId,
      ...(isSent && { amount: creditedValue, currency: iso }),
      ...(reason !== undefined && { reason }),
      ...(cause !== undefined && { cause }),
    },
    retryElsewhere: false,
    nextStep: { kind: 'none' },
    reversals: readReversals(body.corrections, order),
  };
}

function causeOf(reason: string | undefined): EndCause | undefined {
  if (reason === undefined) return undefined;
  return Object.hasOwn(declineCauses, reason) ? declineCauses[reason] : undefined;
}
