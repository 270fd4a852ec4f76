import type { PayoutOrder } from '../connector.js';
import { bolivianBanks } from './bolivian-banks.js';

/** Methods whose bank codes are ours (specification §2.10); the codes of the others are the provider's own. */
const bankCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bank_transfer_bolivia: bolivianBanks,
};

/** The provider's code of the order's bank; `missing` when the provider does not have the bank. */
export type ProviderBank =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly code: string }
  | { readonly kind: 'missing' };

/** Looks the bank up in the provider's words, where they differ from ours. */
export function providerBank({ method, bankCode }: PayoutOrder): ProviderBank {
  if (bankCode === undefined) return { kind: 'none' };
  const codes = Object.hasOwn(bankCodes, method) ? bankCodes[method] : undefined;
  if (codes === undefined) return { kind: 'known', code: bankCode };
  const code = Object.hasOwn(codes, bankCode) ? codes[bankCode] : undefined;
  return code === undefined ? { kind: 'missing' } : { kind: 'known', code };
}

/** Body of `POST /credits`. The provider is told only what it asks for. Holds personal data: never to be logged. */
export function creditRequest(order: PayoutOrder, bank: string | undefined): Record<string, unknown> {
  const { meta, money, requisites } = order;
  return {
    order: order.providerReference,
    value: money.amount,
    iso: money.currency,
    rail: order.method.toUpperCase(),
    memo: order.description,
    beneficiary: {
      bank,
      account: requisites.account_number ?? requisites.account,
      account_kind: requisites.account_type,
      holder: holderOf(order),
      document: requisites.beneficiary_document_value ?? requisites.document_number,
    },
    notify_url: order.callbackUrl,
    simulate: { scenario: meta.sandbox, delay_ms: meta.sandbox_delay_ms },
  };
}

/** Contract §6: names default to the customer's. */
function holderOf({ requisites, customer }: PayoutOrder): string | undefined {
  if (requisites.name !== undefined) return requisites.name;
  const first = requisites.beneficiary_first_name ?? customer.first_name;
  const last = requisites.beneficiary_last_name ?? customer.last_name;
  const holder = [first, last].filter((name) => name !== undefined).join(' ');
  return holder === '' ? undefined : holder;
}
