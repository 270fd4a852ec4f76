import { randomUUID } from 'node:crypto';
import type { PaymentOrder, ProviderAccount } from '#gateway/connectors/connector';
import { mercadoPagoConnector } from '#gateway/connectors/mercado-pago/connector';
import type { Assumption, Trial } from './trial.js';

const { payment, refund } = mercadoPagoConnector;
const limit = { timeoutMs: 20_000 };
const strangeToken = 'TEST-0000000000000000';
/** How often, and how far apart, a search is asked for what was just created. */
const searches = 30;
const searchPauseMs = 1_000;

export const mercadoPagoTrial: Trial = {
  baseUrl: 'https://api.mercadopago.com',
  credentials: {
    access_token: {
      variable: 'MERCADO_PAGO_ACCESS_TOKEN',
      isOfTest: (token) => token.startsWith('TEST-'),
    },
  },
  assumptionsOf,
};

/** An account is of one country: what the other one pays by is refuted, and its own has to hold. */
function assumptionsOf(account: ProviderAccount): readonly Assumption[] {
  // Pix is to be payable for longer than that at the least.
  const ways = [
    { method: 'pix', currency: 'BRL', challenge: 'qr', windowMs: 60_000 },
    { method: 'cash_mexico', currency: 'MXN', challenge: 'voucher', windowMs: 3 * 86_400_000 },
  ] as const;
  const orderOf = ({ method, currency, windowMs }: (typeof ways)[number]): PaymentOrder => ({
    providerReference: `${randomUUID()}-1`,
    method,
    style: 'hpp',
    money: { amount: '100.50', currency },
    customer: {
      email: 'certification@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      itn: '12345678909',
    },
    meta: {},
    returnUrl: 'https://example.com/',
    callbackUrl: 'https://example.com/provider-callbacks/mercado_pago',
    payableUntil: new Date(Date.now() + windowMs).toISOString(),
  });
  return [
    {
      name: 'another token is refused by 401, and that proves that nothing was registered',
      async prove() {
        const stranger = { ...account, credentials: { access_token: strangeToken } };
        const sent = await payment.submit(orderOf(ways[0]), stranger, limit);
        return { holds: sent.kind === 'notSent' && 'error' in sent, saw: sent.kind };
      },
    },
    {
      name: 'a reference that it does not know is an empty list',
      async prove() {
        const { kind } = await payment.lookUp({ providerReference: `${randomUUID()}-1` }, account, limit);
        return { holds: kind === 'notFound', saw: kind };
      },
    },
    ...ways.flatMap((way) => assumptionsAbout(way, () => orderOf(way), account)),
  ];
}

function assumptionsAbout(
  {
    method,
    currency,
    challenge,
  }: { readonly method: string; readonly currency: string; readonly challenge: string },
  newOrder: () => PaymentOrder,
  account: ProviderAccount,
): readonly Assumption[] {
  const create = async () => {
    const order = newOrder();
    const sent = await payment.submit(order, account, limit);
    return { order, sent, providerId: sent.kind === 'accepted' ? sent.providerId : undefined };
  };
  return [
    {
      name: `a payment by ${method} is taken with a word that we know, and has what the customer pays by`,
      async prove() {
        const { sent } = await create();
        const has = sent.kind === 'accepted' ? (sent.challenge?.type ?? 'nothing to pay by') : sent.kind;
        return { holds: has === challenge, saw: has };
      },
    },
    {
      name: `its amount and currency come back exactly (${method})`,
      async prove() {
        const { sent } = await create();
        const { amount, currency: reported } = (sent.kind === 'accepted' && sent.report) || {};
        return { holds: amount === '100.5' && reported === currency, saw: `${amount} ${reported}` };
      },
    },
    {
      name: `the same idempotency key is the same payment (${method})`,
      async prove() {
        const { order, providerId } = await create();
        const again = await payment.submit(order, account, limit);
        const other = again.kind === 'accepted' ? again.providerId : again.kind;
        return {
          holds: providerId !== undefined && other === providerId,
          saw: `${providerId}, then ${other}`,
        };
      },
    },
    {
      name: `a search has a new payment within half a minute (${method})`,
      async prove() {
        const { order, providerId } = await create();
        const { providerReference } = order;
        const startedAt = performance.now();
        for (let n = 0; providerId !== undefined && n < searches; n += 1) {
          const { kind } = await payment.lookUp({ providerReference }, account, limit);
          const seconds = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
          if (kind !== 'notFound') return { holds: kind === 'found', saw: `${kind} after ${seconds}` };
          await new Promise((resolve) => setTimeout(resolve, searchPauseMs));
        }
        return { holds: false, saw: providerId === undefined ? 'no payment' : 'not found' };
      },
    },
    {
      name: `an unpaid payment has an empty list of refunds, and refuses one (${method})`,
      async prove() {
        const { order, providerId } = await create();
        const { providerReference, money, callbackUrl, meta } = order;
        const charge = { providerReference, money, ...(providerId !== undefined && { providerId }) };
        const wanted = { providerReference: `${randomUUID()}-1`, charge, money };
        const [madeFrom, madeUntil] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
        const sent = await refund.submit({ ...wanted, method, meta, callbackUrl }, account, limit);
        const asked = await refund.lookUp({ ...wanted, madeFrom, madeUntil, knownIds: [] }, account, limit);
        const holds = asked.kind === 'notFound' && sent.kind === 'unknown';
        return { holds, saw: `${sent.kind}, then ${asked.kind}` };
      },
    },
    {
      name: `an unpaid payment can be cancelled (${method})`,
      async prove() {
        const { order, providerId } = await create();
        const { providerReference } = order;
        const answer = await payment.cancel?.({ providerReference, providerId }, account, limit);
        const saw = answer?.kind === 'found' ? answer.report.outcome : (answer?.kind ?? '');
        return { holds: saw === 'cancelled', saw };
      },
    },
  ];
}
