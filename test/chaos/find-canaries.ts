import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripeCards } from './stripe-traffic.js';
import { canary } from './traffic-bodies.js';

/**
 * Files below the folder that hold the canary card or the canary beneficiary in any spelling: logs, the database's
 * own files, the server's file of histories, the sandbox's journals. A code of three digits is only telling next to
 * its name.
 */
export async function findCanaries(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // A server that runs makes and removes files meanwhile.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (spellings.some((spelling) => content.includes(spelling)))
      found.push(path.slice(directory.length + 1));
  }
  return found;
}

const { beneficiary, account, pixKey } = canary;
const spellings = [
  ...[
    canary.pan,
    ...Object.values(stripeCards),
    beneficiary.first_name,
    beneficiary.last_name,
    account,
    pixKey,
  ].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ]),
  `"cvv":"${canary.cvv}"`,
  `"cvv": "${canary.cvv}"`,
  `cvv=${canary.cvv}`,
  // Of a PaymentIntent: with it, a customer could pay past us.
  'client_secret',
];
