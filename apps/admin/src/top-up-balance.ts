import { parseArgs } from 'node:util';
import { isCurrency } from '#domain/currencies';
import { toMinorUnits } from '#domain/money';
import { createDatabase } from '#persistence/database';
import { topUp } from '#persistence/ledger/top-up';
import { readEnvironment } from '#process/read-environment';
import { operatorName } from './operator-name.js';

/** `ledger:top-up --merchant demo --currency NGN --amount 1000`: every call posts once more. */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const text = { type: 'string', default: '' } as const;
const { merchant, currency, amount } = parseArgs({
  options: { merchant: text, currency: text, amount: text },
}).values;
if (merchant === '') refuse('--merchant is missing.');
if (!isCurrency(currency)) refuse('--currency must be an ISO 4217 code in upper case.');
if (!isPositive()) refuse(`--amount must be a positive decimal, no finer than ${currency} is.`);

const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway ledger',
  poolSize: 1,
});
await database.initialize();
try {
  const note = `by ${operatorName(process.env)}`;
  const posted = await topUp(database, { merchant, money: { amount, currency }, note });
  if (posted === 'merchantUnknown') refuse(`The applied configuration has no merchant ${merchant}.`);
  console.log(`Posted ${amount} ${currency} to what ${merchant} may pay out.`);
} finally {
  await database.destroy();
}

function isPositive(): boolean {
  try {
    return toMinorUnits({ amount, currency }) > 0n;
  } catch {
    return false;
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
