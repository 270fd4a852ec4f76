import type { RunningSandbox } from './sandbox-system.js';

type Fields = Readonly<Record<string, unknown>>;
type Answer = Record<string, unknown>;

/** What a merchant does with the money of paid charges, and what the provider's panel does with it. */
export function refundSystem(
  sandbox: () => RunningSandbox,
  { notifyUrl, account }: { readonly notifyUrl: () => string; readonly account?: string },
) {
  const call = (method: string, path: string, body?: unknown, limitMs?: number) =>
    sandbox().call(method, path, body, limitMs, account);

  /** A charge of 10 EUR that is paid at once. */
  function pay(reference: string, fields: Fields = {}) {
    return call('POST', '/charges', {
      order: `${reference}-1`,
      value: '10.00',
      iso: 'EUR',
      instrument: 'IDEAL',
      payable_until: new Date(Date.now() + 60_000).toISOString(),
      notify_url: notifyUrl(),
      return_url: 'http://shop.test/return',
      simulate: { scenario: 'at_once', delay_ms: 20 },
      ...fields,
    });
  }

  /** Gives 4.50 EUR of a charge back. */
  function refund(reference: string, of: string, fields: Fields = {}, limitMs?: number) {
    const order = { order: `${reference}-1`, of: `${of}-1`, value: '4.50', iso: 'EUR' };
    const rest = { notify_url: notifyUrl(), simulate: { delay_ms: 20 } };
    return call('POST', '/refunds', { ...order, ...rest, ...fields }, limitMs);
  }

  return {
    pay,
    refund,
    lookUp: async (key: string): Promise<Answer> => (await call('GET', `/refunds/${key}`)).json(),
    lookUpCharge: async (reference: string): Promise<Answer> =>
      (await call('GET', `/charges/${reference}-1`)).json(),
    list: async (of: string): Promise<readonly Answer[]> =>
      (await call('GET', `/charges/${of}-1/refunds`)).json().refunds,
    journal: async (query: string): Promise<readonly Answer[]> =>
      (await call('GET', `/journal?${query}`)).json().entries,
    panel: (what: string, fields: Fields) => call('POST', `/panel/${what}`, fields),
  };
}
