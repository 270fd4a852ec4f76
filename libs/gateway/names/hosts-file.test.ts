import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLocalHosts } from './hosts-file.js';

const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
const file = join(folder, 'hosts');
afterAll(() => rmSync(folder, { recursive: true }));

it('names of the hosts file have its addresses', () => {
  writeFileSync(
    file,
    '# comment\n127.0.0.1 localhost\n::1 localhost ip6-localhost\n192.0.2.7\tShop.test shop # shop two\nnone two\n',
  );
  const hosts = createLocalHosts(file);
  expect(hosts('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(hosts('shop.test')).toEqual(['192.0.2.7']);
  expect(hosts('SHOP.')).toEqual(['192.0.2.7']);
  for (const unknown of ['two', 'comment', 'other.test', 'constructor', ''])
    expect(hosts(unknown)).toBeUndefined();
});

it('what has changed is read again, and a file that is gone knows nothing', () => {
  let now = 0;
  writeFileSync(file, '192.0.2.7 shop\n');
  const hosts = createLocalHosts(file, () => now);
  expect(hosts('shop')).toEqual(['192.0.2.7']);
  writeFileSync(file, '192.0.2.17 shop\n');
  now += 2_000;
  expect(hosts('shop')).toEqual(['192.0.2.17']);
  rmSync(file);
  now += 2_000;
  expect(hosts('shop')).toBeUndefined();
});

it('localhost is this machine also without a hosts file', () => {
  const hosts = createLocalHosts(join(folder, 'none'));
  expect(hosts('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(hosts('shop.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(hosts('notlocalhost')).toBeUndefined();
});
