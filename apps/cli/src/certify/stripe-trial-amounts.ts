import type { Money } from '#domain/values/money';
import { isObject } from '#gateway/connectors/json-body';
import { toStripeUnits } from '#gateway/connectors/stripe/currencies';
import { objectOf, said, Stopped, type Bench } from './stripe-trial-bench.js';
import { keepIntent, visa } from './stripe-trial-cards.js';
import type { Point } from './stripe-trial-point.js';

/** About what ten euros are worth. */
const tenEuros: Money = { amount: '10.00', currency: 'EUR' };

const asMuch = 'the account gets about as much';

/**
 * How Stripe counts a currency, it never says in an answer. What the account gets for a payment does: a wrong decimal would be
 * ten or a hundred times as much, more than rates ever move.
 */
const asInTable = [
  { amount: '50000', currency: 'MGA' },
  { amount: '1400', currency: 'ISK' },
  { amount: '3.100', currency: 'KWD' },
].map((money): Point => ({
  name: `${money.currency} is counted as our table has it`,
  asks: `payments of ${money.amount} ${money.currency} and of ${tenEuros.amount} EUR, which are worth the same`,
  believed: asMuch,
  async see(bench) {
    const units = toStripeUnits(money);
    return units === undefined ? 'not in our table' : compare(bench, units, money.currency);
  },
}));

export const amountPoints: readonly Point[] = [
  ...asInTable,
  {
    name: 'an amount of three decimals has to end in 0',
    asks: 'payments of 3.100 KWD and of 3.101 KWD',
    believed: '200, then 400',
    async see(bench) {
      const [fit, tooFine] = [await pay(bench, 3_100, 'KWD'), await pay(bench, 3_101, 'KWD')];
      for (const made of [fit, tooFine]) keepIntent(bench, made);
      const saw = `${said(fit)}, then ${said(tooFine)}`;
      return { holds: saw.startsWith('200, then 400'), saw };
    },
  },
  {
    name: 'UGX, which our table leaves out, is counted in one of two ways',
    asks: 'payments of 40000 UGX in Stripe’s units, and of 10.00 EUR, which are worth the same if those are shillings',
    believed: 'in shillings, or in hundredths',
    async see(bench) {
      const saw = await compare(bench, 40_000, 'UGX').catch(refusalOf);
      if (saw === asMuch) return { holds: true, saw: `in shillings: ${saw}` };
      const isHundredth = saw.includes('amount_too_small') || saw.startsWith('the account gets 0.0');
      return { holds: isHundredth, saw: isHundredth ? `in hundredths: ${saw}` : saw };
    },
  },
];

async function compare(bench: Bench, units: number, currency: string): Promise<string> {
  const [theirs, euros] = [await settled(bench, units, currency), await settled(bench, 1_000, 'EUR')];
  const times = theirs / euros;
  return times > 1 / 5 && times < 5 ? asMuch : `the account gets ${times.toFixed(3)} times as much`;
}

/** An amount that is too small is refused, which tells how it was counted. */
function refusalOf(error: unknown): string {
  if (error instanceof Stopped) return error.message;
  throw error;
}

function pay(bench: Bench, amount: number, currency: string) {
  return bench.post('/v1/payment_intents', {
    amount,
    currency: currency.toLowerCase(),
    payment_method_types: ['card'],
    payment_method: visa,
    confirm: true,
  });
}

/** What a payment by card brings, in the account's own currency; it is booked a moment after its success. */
async function settled(bench: Bench, units: number, currency: string): Promise<number> {
  const made = await pay(bench, units, currency);
  const id = keepIntent(bench, made);
  if (id === undefined) throw new Stopped(`${currency}: ${said(made)}`);
  const expand = ['latest_charge.balance_transaction'];
  const amount = await bench.until(async () => {
    const { latest_charge: charge } = objectOf(await bench.get(`/v1/payment_intents/${id}`, { expand }));
    const booked = isObject(charge) && isObject(charge.balance_transaction) ? charge.balance_transaction : {};
    return typeof booked.amount === 'number' ? booked.amount : undefined;
  });
  if (amount === undefined) throw new Stopped(`${currency} is not booked within a minute`);
  return amount;
}
