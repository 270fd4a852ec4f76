import { readFileSync } from 'node:fs';
import type { Logo, LogoMediaType } from '#domain/configuration/page-look';

export type LogoReading =
  { readonly kind: 'logo'; readonly logo: Logo } | { readonly kind: 'refused'; readonly message: string };

/** In KiB. A page has to be light: everything else on it stays below 30 KB. */
const sizesMax = { logo: 16, mark: 4 } as const;

/**
 * A picture for hosted pages, a shop's logo or a network's mark; `path` as seen from where the configuration is applied. Told by
 * its first bytes and not by its name: PNG, JPEG and WebP, which can hold no script as SVG can.
 */
export function readLogo(path: string, kind: keyof typeof sizesMax): LogoReading {
  const bytes = readBytes(path);
  if (bytes === undefined) return refused('this file cannot be read');
  const sizeMax = sizesMax[kind];
  if (bytes.length > sizeMax * 1024) return refused(`is larger than ${sizeMax} KiB`);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) return refused('is not a PNG, JPEG or WebP picture');
  return { kind: 'logo', logo: { mediaType, base64: bytes.toString('base64') } };
}

function refused(message: string): LogoReading {
  return { kind: 'refused', message };
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function mediaTypeOf(bytes: Buffer): LogoMediaType | undefined {
  const startsWith = (hexadecimal: string) => bytes.toString('hex').startsWith(hexadecimal);
  if (startsWith('89504e470d0a1a0a')) return 'image/png';
  if (startsWith('ffd8ff')) return 'image/jpeg';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}
