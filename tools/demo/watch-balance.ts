import type { GatewayClient } from '#client/gateway-client';
import type { PayoutStep } from './tour-steps.js';
import type { TourLine } from './tour-report.js';

/** Two payouts in it are paid; one is declined and one cancelled, which give their funds back. */
const currency = 'NGN';

export const balanceTitle = { group: 'Balance', title: currency };

/**
 * What can be spent, read now; the answer reads it again after these payouts, and expects it to be less by those that
 * succeed. Neither throws. Other payouts of the merchant at the same time are seen as a difference.
 */
export async function watchBalance(
  client: Pick<GatewayClient, 'balance'>,
): Promise<(steps: readonly PayoutStep[]) => Promise<TourLine>> {
  const before = await readAvailable(client);
  return async (steps) => {
    const expected = typeof before === 'bigint' ? shown(before - paidOut(steps)) : 'a balance';
    const outcome = shown(await readAvailable(client));
    const title = `${currency}, ${shown(before)} before the payouts`;
    return { ...balanceTitle, title, expected, result: { outcome, isExpected: outcome === expected } };
  };
}

/** In hundredths, or what went wrong. */
async function readAvailable(client: Pick<GatewayClient, 'balance'>): Promise<bigint | string> {
  try {
    const { balances } = await client.balance();
    const found = balances.find((balance) => balance.currency === currency);
    return found === undefined ? `no ${currency}` : hundredths(found.available);
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  }
}

function paidOut(steps: readonly PayoutStep[]): bigint {
  return steps
    .filter(({ expected }) => expected === 'success, 0')
    .map(({ payout, name }) => payout({ reference: name, shopUrl: '' }))
    .filter((request) => request.currency === currency)
    .reduce((sum, { amount }) => sum + hundredths(amount), 0n);
}

function hundredths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}

function shown(available: bigint | string): string {
  if (typeof available === 'string') return available;
  const digits = String(available).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
