import { startBreakableSystem, type BreakableSystem } from './breakable-system.js';
import { createMerchant, goldenKey, type Merchant } from '../fakes/merchant.js';
import type { Observers } from '../witnesses/prove-end.js';
import type { Setting } from './start-test-stack.js';

export type FaceShop = {
  readonly system: BreakableSystem;
  readonly shop: Merchant;
  readonly observers: Observers;
};

export type FaceShopOptions = {
  readonly furtherRoutes?: readonly object[];
  readonly settings?: readonly Setting[];
};

/** A system with a shop (`mk_test_shop`) that pays by a face of the sandbox, and by these routes where that surely has nothing. */
export async function startFaceShop(
  name: string,
  {
    credentials,
    route = {},
    ...provider
  }: { readonly credentials: object; readonly route?: object; readonly [term: string]: unknown },
  { furtherRoutes = [], settings = [] }: FaceShopOptions = {},
): Promise<FaceShop> {
  const first = { name, mid: `${name}_1`, ...route };
  const project = { merchant: 'demo', keys: { mk_test_shop: goldenKey }, routes: [first, ...furtherRoutes] };
  const system = await startBreakableSystem({
    settings: [
      [
        ['timing', 'lookup'],
        ['500ms', '1s'],
      ],
      [['providers', name], { connector: name, base_url: `\${SANDBOX_URL}/${name}`, ...provider }],
      [['mids', `${name}_1`], { provider: name, credentials }],
      [['projects', 'shop'], project],
      ...settings,
    ],
  });
  const shop = createMerchant(system.stack.urls.api, 'mk_test_shop', { repeats: 0 });
  return { system, shop, observers: { ...system.observers, merchant: shop } };
}
