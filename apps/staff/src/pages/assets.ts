import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Files of `apps/staff/assets`, read once, at start; the path of each changes with its content. */
export const assets = {
  stylesheet: readAsset('staff.css', 'text/css; charset=utf-8'),
  icon: readAsset('icon.svg', 'image/svg+xml'),
} as const;

function readAsset(name: string, mediaType: string) {
  const content = readFileSync(resolve(`#staff-assets/${name}`));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, mediaType, content };
}
