import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scriptInventory } from './asset-files.js';

const folder = new URL('../../assets/', import.meta.url);
const inventoryFile = new URL('scripts.inventory.json', folder);

function integrityOf(file: string): string {
  return `sha384-${createHash('sha384')
    .update(readFileSync(new URL(file, folder)))
    .digest('base64')}`;
}

/** PCI DSS 6.4.3. After a script was changed and read again: `npm run scripts:write`. */
describe('the inventory of scripts', () => {
  if (process.env['WRITE_SCRIPTS'] !== undefined) {
    const renewed = scriptInventory.map((script) => ({ ...script, integrity: integrityOf(script.file) }));
    writeFileSync(inventoryFile, `${JSON.stringify(renewed, undefined, 2)}\n`);
  }

  it('holds every script that is served, as it is, with a reason', () => {
    const written = JSON.parse(readFileSync(inventoryFile, 'utf8')) as typeof scriptInventory;
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(written.map(({ file }) => file).toSorted()).toEqual(scripts.toSorted());
    for (const { file, integrity, reason } of written) {
      expect([file, integrity]).toEqual([file, integrityOf(file)]);
      expect(reason.length).toBeGreaterThan(20);
    }
  });

  it('holds scripts that keep nothing and write no markup', () => {
    for (const { file } of scriptInventory) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      expect(text).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|\beval\b/);
      expect(text).not.toMatch(/\bimport\s*[({'"]|insertAdjacentHTML|document\.write|https?:/);
    }
  });
});
