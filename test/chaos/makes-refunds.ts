import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the compiled release in this folder knows refunds. */
export function makesRefunds(folder: string): boolean {
  return existsSync(join(folder, 'dist/apps/api/src/refunds'));
}
