import { parseArgs } from 'node:util';
import { isCurrency } from '#domain/values/currencies';
import { toMinorUnits } from '#domain/values/money';
import { createDatabase } from '#persistence/database';
import { openingAuthor, topUp } from '#persistence/ledger/top-up';
import { readEnvironment } from '#runtime/read-environment';
import { findOperatorProblem, operatorName } from './operator/operator-name.js';

/** `ledger:top-up --merchant demo --currency NGN --amount 1000 --reason "transfer 4711"`. Every call posts again. */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: {
    merchant: text,
    currency: text,
    amount: text,
    reason: text,
    author: { type: 'string', default: operatorName(process.env) },
  },
});
const { merchant, currency, amount } = values;
const [author, reason] = [values.author.trim(), values.reason.trim()];
if (merchant === '') refuse('--merchant is missing.');
if (!isCurrency(currency)) refuse('--currency must be an ISO 4217 code in upper case.');
if (!isPositive()) refuse(`--amount must be a positive decimal with no more decimals than ${currency} has.`);
if (reason === '')
  refuse('--reason is missing: say why the money is posted, for example the number of the transfer.');
if (author === '' || author === openingAuthor) refuse('--author must name the person who posts it.');

const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway ledger',
  poolSize: 1,
});
await database.initialize();
try {
  const problem = await findOperatorProblem(database, author);
  if (problem !== undefined) refuse(`--author: ${problem}`);
  const posted = await topUp(database, { merchant, money: { amount, currency }, author, reason });
  if (posted === 'merchantUnknown') refuse(`The applied configuration has no merchant ${merchant}.`);
  console.log(`Posted ${amount} ${currency} to the available balance of ${merchant}.`);
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
