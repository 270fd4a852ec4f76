import { cardBody, idealBody, pixBody, ussdBody } from '../support/bodies.js';
import type { Random } from '../support/seeded-random.js';

/** How the merchant calls: once; three times at once; hanging up on the first call; with another body afterwards. */
export type Manner = 'once' | 'parallel' | 'hangUp' | 'changed';

export type PlannedPayment = {
  readonly reference: string;
  readonly method: 'ideal' | 'ussd' | 'card' | 'pix';
  readonly scenario: string;
  readonly manner: Manner;
  readonly atMs: number;
  readonly body: Readonly<Record<string, unknown>>;
};

/** A valid card number that nothing else here contains: it must be found nowhere afterwards. */
export const canary = { pan: '4539578763621486', cvv: '947' };

/** Repeated by weight. `timeout_lost` ends in `error`, `refused` was surely never sent. */
const scenarios = [
  ...Array.from({ length: 6 }, () => 'success'),
  'decline',
  'decline',
  'error',
  'expire',
  'at_once',
  'at_once',
  'reset',
  'http_500',
  'garbage',
  'no_callback',
  'no_callback',
  'early_callback',
  'duplicate_callback',
  'unsigned_callback',
  'timeout_success',
  'timeout_decline',
  'timeout_lost',
  'refused',
] as const;
const methods = ['ideal', 'ideal', 'ideal', 'ussd', 'ussd', 'card', 'card', 'pix', 'pix'] as const;
const manners = [
  ...Array.from({ length: 7 }, () => 'once' as const),
  'parallel',
  'parallel',
  'hangUp',
  'changed',
] as const;
const stubbornMerchant = 0.1;

/** Payments evenly over the time, each with its choices; `shopUrl` is where callbacks go. */
export function planTraffic(
  random: Random,
  { payments, durationMs, shopUrl }: { payments: number; durationMs: number; shopUrl: string },
): readonly PlannedPayment[] {
  return Array.from({ length: payments }, (_, index) => {
    const method = random.pick(methods);
    const scenario = random.pick(scenarios);
    const reference = `chaos-${index}-${random.whole(1_000_000, 9_999_999)}`;
    const query = random.chance(stubbornMerchant) ? '?answer=500&times=2' : '';
    const meta = { sandbox: scenario };
    const body = bodies[method](shopUrl, meta, `${shopUrl}/merchant/callbacks${query}`);
    return {
      reference,
      method,
      scenario,
      manner: random.pick(manners),
      atMs: Math.round((index * durationMs) / payments),
      body: { ...body, reference },
    };
  });
}

type MakeBody = (
  shopUrl: string,
  meta: Readonly<Record<string, string>>,
  callbackUrl: string,
) => Readonly<Record<string, unknown>>;

const bodies: Readonly<Record<PlannedPayment['method'], MakeBody>> = {
  ideal: (_, meta) => idealBody(meta),
  ussd: (shopUrl, meta, callbackUrl) => ({ ...ussdBody(shopUrl, meta), callback_url: callbackUrl }),
  card: (_, meta) => ({
    ...cardBody(canary.pan, meta),
    card: { pan: canary.pan, exp_month: '12', exp_year: '2031', cvv: canary.cvv, holder_name: 'Ada Byron' },
  }),
  pix: (_, meta) => pixBody(meta),
};
