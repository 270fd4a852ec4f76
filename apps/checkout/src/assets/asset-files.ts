import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

/** A file of `apps/checkout/assets`; its path changes with its content. */
export type Asset = {
  readonly path: string;
  readonly mediaType: string;
  readonly content: Buffer;
  readonly compressed: Buffer;
};

const { resolve } = createRequire(import.meta.url);
const mediaTypes = {
  'checkout.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
  'card-form.js': 'text/javascript; charset=utf-8',
  'ticket.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

export type AssetName = keyof typeof mediaTypes;

/** Read once, at start. */
export const assetFiles: Readonly<Record<AssetName, Asset>> = {
  'checkout.css': readAsset('checkout.css'),
  'checkout.js': readAsset('checkout.js'),
  'card-form.js': readAsset('card-form.js'),
  'ticket.js': readAsset('ticket.js'),
  'icon.svg': readAsset('icon.svg'),
};

export type ScriptName = Extract<AssetName, `${string}.js`>;

/** A script that our pages may run, with the reason (PCI DSS 6.4.3). */
export type InventoriedScript = {
  readonly file: ScriptName;
  /** Subresource integrity of the reviewed content. */
  readonly integrity: string;
  readonly reason: string;
};

/** All scripts of our pages. Browsers run none that differs from this list. */
export const scriptInventory = JSON.parse(
  readFileSync(resolve('#assets/scripts.inventory.json'), 'utf8'),
) as readonly InventoriedScript[];

function readAsset(name: AssetName): Asset {
  const content = readFileSync(resolve(`#assets/${name}`));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  const [stem, ending] = name.split('.');
  return {
    path: `/assets/${stem}.${hash}.${ending}`,
    mediaType: mediaTypes[name],
    content,
    compressed: gzipSync(content),
  };
}
