import { newReference, type Merchant } from './merchant.js';

type Fields = Readonly<Record<string, unknown>>;

/** A Mexico payment that waits for a transfer, unless `meta` says otherwise. */
export function mexicoBody(meta: Fields = {}): Fields & { readonly reference: string } {
  return {
    method: 'bank_transfer_mexico',
    mode: 'initial',
    reference: newReference(),
    currency: 'MXN',
    amount: 1200,
    customer: { identifier: 'c-4', first_name: 'Luz', last_name: 'Prieto', itn: 'XAXX010101000' },
    extra: { meta },
  };
}

export const transferPath = '/v2/payment/challenge/bank-transfer-mexico';

export function transferOf(reference: string, changes: Fields = {}): Fields {
  return {
    reference,
    tracking_key: 'MBAN01002403010012345678',
    sender_bank: 'BANAMEX',
    sender_clabe: '002010077777777771',
    transferred_at: '2026-03-01T10:20:30-06:00',
    ...changes,
  };
}

/** Details of the payment's transfer that the provider got; absent before. */
export async function transferAtProvider(sandboxUrl: string, identifier: unknown): Promise<unknown> {
  const answer = await fetch(`${sandboxUrl}/journal?identifier=${String(identifier)}`);
  const { entries } = (await answer.json()) as {
    readonly entries: readonly { readonly transfer?: unknown }[];
  };
  return entries[0]?.transfer;
}

/** Creates it and returns what the provider calls it by. */
export async function createTransfer(merchant: Merchant, meta: Fields = {}) {
  const body = mexicoBody(meta);
  const answer = await merchant.post('/v2/payment', body);
  return { reference: body.reference, identifier: String(answer.body['identifier']), answer };
}
