import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AssetName } from './asset-files.js';

export type ScriptName = Extract<AssetName, `${string}.js`>;

/** A script that our pages may run, and why (PCI DSS 6.4.3). */
export type InventoriedScript = {
  readonly file: ScriptName;
  /** Subresource integrity of exactly the content that was reviewed. */
  readonly integrity: string;
  readonly reason: string;
};

const file = createRequire(import.meta.url).resolve('#assets/scripts.inventory.json');

/** All scripts of our pages. A browser runs none that differs from what stands here. */
export const scriptInventory = JSON.parse(readFileSync(file, 'utf8')) as readonly InventoriedScript[];
