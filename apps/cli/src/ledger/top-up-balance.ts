import { isCurrency } from '#domain/values/currencies';
import { toMinorUnits } from '#domain/values/money';
import { openingAuthor, topUp } from '#persistence/ledger/top-up';
import type { Outcome } from '../command/declare.js';
import { Refusal, UsageError } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';

type TopUp = {
  readonly merchant: string;
  readonly currency: string;
  /** A decimal in the currency's own units. */
  readonly amount: string;
  readonly reason: string;
  readonly author: string;
};

/** Posts money that a merchant has paid in. Every call posts again. */
export async function topUpBalance(session: Session, given: TopUp): Promise<Outcome> {
  const { merchant, currency, amount, reason, author } = given;
  if (!isCurrency(currency)) throw new UsageError('--currency must be an ISO 4217 code in upper case.');
  if (!isPositive(amount, currency))
    throw new UsageError(`--amount must be a positive decimal with no more decimals than ${currency} has.`);
  if (author === openingAuthor) throw new UsageError('--author must name the person who posts it.');
  const database = await session.openDatabase();
  await requireOperator(database, author, '--author');
  const posted = await topUp(database, { merchant, money: { amount, currency }, author, reason });
  if (posted === 'merchantUnknown')
    throw new Refusal(`The applied configuration has no merchant ${merchant}.`);
  session.say(`Posted ${amount} ${currency} to the available balance of ${merchant}.`);
  return { data: { merchant, currency, amount } };
}

function isPositive(amount: string, currency: string): boolean {
  try {
    return toMinorUnits({ amount, currency }) > 0n;
  } catch {
    return false;
  }
}
