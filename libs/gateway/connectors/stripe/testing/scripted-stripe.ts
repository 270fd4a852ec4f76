import { afterEach } from 'vitest';
import type { ProviderAccount } from '../../connector.js';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../../testing/scripted-provider.js';
import { fault, type Fields } from './objects.js';

export const limit = { timeoutMs: 2_000 };

const credentials = { secret_key: 'sk_test_0123456789', webhook_secret: 'whsec_0123456789', raw_cards: 'no' };

/** For the tests of one file: a Stripe that answers each request as its test says. It is closed after each test. */
export function scriptStripe() {
  let provider: ScriptedProvider | undefined;
  const seen = () => provider?.seen ?? [];
  const close = () => provider?.close();
  afterEach(close);
  return {
    /** Takes the place of one that is open already. */
    open: async (
      answers: Readonly<Record<string, ProviderAnswer>>,
      more: Partial<typeof credentials> = {},
    ): Promise<ProviderAccount> => {
      close();
      provider = await openScriptedProvider(answers, { ...credentials, ...more });
      return provider.account;
    },
    /** The requests that it has seen, without their queries. */
    lines: () => seen().map(({ line }) => line.split('?')[0]),
    queries: () => seen().map(({ line }) => Object.fromEntries(new URLSearchParams(line.split('?')[1]))),
    keys: () => seen().map(({ headers }) => headers['idempotency-key']),
  };
}

export const ok = (body: unknown): ProviderAnswer => ({ status: 200, body });

/** A whole list, in one page. */
export const list = (...data: readonly unknown[]): ProviderAnswer =>
  ok({ object: 'list', has_more: false, data });

export const broken: ProviderAnswer = { status: 500, body: 'x' };

export const refused = (status: number, fields: Fields = {}): ProviderAnswer => ({
  status,
  body: fault(fields),
});
