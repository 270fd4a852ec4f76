import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '#runtime/read-environment';
import { certify } from './certify/certify.js';
import { paystackAssumptions } from './certify/paystack-assumptions.js';

/**
 * `certify`: holds what we assume of a provider against its test mode, keeps the exchanges without what names anybody, and
 * exits with 1 if anything was refuted. Takes test keys only.
 */
const { values: given } = parseArgs({
  options: { provider: { type: 'string' }, url: { type: 'string' }, to: { type: 'string' } },
});
if (given.provider !== 'paystack')
  throw new Error('--provider must be paystack: there is no other to certify');
const { secretKey } = readEnvironment(process.env, (read) => ({
  secretKey: read.text('PAYSTACK_SECRET_KEY'),
}));
if (!secretKey.startsWith('sk_test_')) throw new Error('PAYSTACK_SECRET_KEY must be a test key (sk_test_…)');

const account = {
  provider: 'paystack',
  mid: 'certify',
  baseUrl: given.url ?? 'https://api.paystack.co',
  credentials: { secret_key: secretKey },
};
const certificate = await certify(account, paystackAssumptions);
for (const { name, holds, saw } of certificate.assumptions)
  console.log(`${holds ? '✔' : '✖'} ${name} (${saw})`);
const refuted = certificate.assumptions.filter(({ holds }) => !holds).length;
const file = given.to ?? join('.data', 'certify', `paystack-${certificate.date.slice(0, 10)}.json`);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(certificate, undefined, 2)}\n`);
console.log(`${certificate.assumptions.length} assumptions, ${refuted} refuted. Exchanges: ${file}`);
process.exitCode = refuted === 0 ? 0 : 1;
