import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readLogo } from './read-logo.js';

const folder = mkdtempSync(join(tmpdir(), 'logo-'));
const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

function written(name: string, content: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

afterAll(() => rmSync(folder, { recursive: true }));

describe('readLogo', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
  ])('takes a picture by its content and not by its name: %s', (mediaType, content) => {
    const logo = { mediaType, base64: content.toString('base64') };
    expect(readLogo(written('picture.txt', content), 'logo')).toEqual({ kind: 'logo', logo });
  });

  it.each([
    ['no file', () => join(folder, 'none.png'), 'this file cannot be read'],
    ['a folder', () => folder, 'this file cannot be read'],
    [
      'SVG',
      () => written('a.png', Buffer.from('<svg onload="alert(1)">')),
      'is not a PNG, JPEG or WebP picture',
    ],
    [
      'too large',
      () => written('b.png', Buffer.concat([png, Buffer.alloc(16_384)])),
      'is larger than 16 KiB',
    ],
  ])('refuses %s', (_case, path, message) => {
    expect(readLogo(path(), 'logo')).toEqual({ kind: 'refused', message });
  });

  it('takes smaller files of marks, of which a page has several', () => {
    const [fitting, large] = [4096, 4097].map((size, at) =>
      written(`mark-${at}`, Buffer.concat([png, Buffer.alloc(size - png.length)])),
    );
    expect(readLogo(fitting ?? '', 'mark').kind).toBe('logo');
    expect(readLogo(large ?? '', 'mark')).toEqual({ kind: 'refused', message: 'is larger than 4 KiB' });
    expect(readLogo(large ?? '', 'logo').kind).toBe('logo');
  });
});
