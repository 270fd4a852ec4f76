import { setTimeout as sleep } from 'node:timers/promises';
import { exampleOf } from '#domain/methods/examples';
import type { Method } from '#domain/methods/method';
import { createMerchant, newReference, type Answer, type Merchant } from '../fakes/merchant.js';

export type SiteUrls = Readonly<Record<'api' | 'checkout' | 'sandbox', string>>;

/** A payment, and the page of it. */
export type Registered = { readonly reference: string; readonly identifier: string; readonly url: string };

export type Order = {
  /** `extra.meta`: the sandbox's scenario. */
  readonly meta?: Readonly<Record<string, string | number>>;
  readonly locale?: string | undefined;
  readonly keyId?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
};

/** Registers the example payment of a catalogue row. Throws with the answer when it is refused. */
export async function registerPayment(
  { api }: SiteUrls,
  row: Method,
  { meta, locale, keyId, changes }: Order = {},
): Promise<Registered> {
  const example = exampleOf(row);
  const { widget, extra } = example as Readonly<
    Record<'widget' | 'extra', Readonly<Record<string, unknown>> | undefined>
  >;
  const body = {
    ...example,
    ...(widget && { widget: { ...widget, ...(locale !== undefined && { locale }) } }),
    extra: { meta: { ...(extra?.['meta'] as object), ...meta } },
    ...changes,
    reference: newReference(),
  };
  const { status, body: created } = await create(createMerchant(api, keyId), body);
  if (status !== 200 || created['error_code'] !== 0) {
    throw new Error(`${row.code} was refused with ${status}: ${JSON.stringify(created)}`);
  }
  return {
    reference: body.reference,
    identifier: String(created['identifier']),
    url: String(created['redirect_url']),
  };
}

const repeatsMax = 10;
const repeatEveryMs = 500;

/** A busy machine may refuse for a moment: the same request is taken then (contract §3). */
async function create(merchant: Merchant, body: object): Promise<Answer> {
  for (let repeat = 0; ; repeat += 1) {
    const answer = await merchant.post('/v2/payment', body);
    if (answer.status !== 503 || repeat === repeatsMax) return answer;
    await sleep(repeatEveryMs);
  }
}
