import { startBreakableSystem, type BreakableSystem } from './breakable-system.js';
import { createMerchant, goldenKey, type Merchant } from './merchant.js';
import { secretKey } from './paystack-face.js';
import type { Observers } from './prove-end.js';
import type { Setting } from './start-test-stack.js';

export type PaystackShop = {
  readonly system: BreakableSystem;
  readonly shop: Merchant;
  readonly observers: Observers;
};

/** A system with a shop (`mk_test_shop`) that pays by the sandbox's Paystack face, and by these routes where that surely has nothing. */
export async function startPaystackShop({
  furtherRoutes = [],
  settings = [],
}: {
  readonly furtherRoutes?: readonly object[];
  readonly settings?: readonly Setting[];
} = {}): Promise<PaystackShop> {
  const provider = {
    connector: 'paystack',
    base_url: '${SANDBOX_URL}/paystack',
    currencies: { bank_transfer_africa: ['NGN', 'GHS', 'KES', 'ZAR'], ussd: ['NGN'], all: 'all' },
    requires: { ussd: ['customer.email'], card: ['customer.email'] },
  };
  const route = { name: 'paystack', mid: 'paystack_1', bank_code_challenges: ['provider_banks'] };
  const project = { merchant: 'demo', keys: { mk_test_shop: goldenKey }, routes: [route, ...furtherRoutes] };
  const system = await startBreakableSystem({
    settings: [
      [
        ['timing', 'lookup'],
        ['500ms', '1s'],
      ],
      [['providers', 'paystack'], provider],
      [['mids', 'paystack_1'], { provider: 'paystack', credentials: { secret_key: secretKey } }],
      [['projects', 'shop'], project],
      ...settings,
    ],
  });
  const shop = createMerchant(system.stack.urls.api, 'mk_test_shop', { repeats: 0 });
  return { system, shop, observers: { ...system.observers, merchant: shop } };
}
