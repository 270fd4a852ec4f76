import { randomUUID } from 'node:crypto';
import type { PaymentOrder, PayoutOrder, ProviderAccount } from '#gateway/connectors/connector';
import { paystackConnector } from '#gateway/connectors/paystack/connector';
import type { Assumption, Trial } from './trial.js';

const { payment, payout, refund } = paystackConnector;
const limit = { timeoutMs: 20_000 };
/** The bank account of Paystack's test mode. */
const testAccount = { requisites: { account_number: '0000000000' }, bankCode: '057' };
const strangeKey = 'sk_test_0000000000000000';

export const paystackTrial: Trial = {
  baseUrl: 'https://api.paystack.co',
  credentials: {
    secret_key: { variable: 'PAYSTACK_SECRET_KEY', isOfTest: (key) => key.startsWith('sk_test_') },
  },
  assumptionsOf,
};

function assumptionsOf(account: ProviderAccount): readonly Assumption[] {
  const newReference = () => `${randomUUID()}-1`;
  const payoutOrder = (fields: Partial<PayoutOrder> = {}): PayoutOrder => ({
    providerReference: newReference(),
    method: 'bank_transfer_africa',
    money: { amount: '100', currency: 'NGN' },
    description: 'Certification',
    customer: { first_name: 'Ada', last_name: 'Lovelace' },
    ...testAccount,
    meta: {},
    callbackUrl: '',
    ...fields,
  });
  const paymentOrder = (method: string): PaymentOrder => ({
    providerReference: newReference(),
    method,
    style: 'h2h',
    money: { amount: '100', currency: 'NGN' },
    customer: { email: 'certification@example.com' },
    meta: {},
    returnUrl: 'https://example.com/',
    callbackUrl: '',
    payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const prepare = async (order: PayoutOrder) => {
    const made = await payout.prepare?.(order, account, limit);
    return made?.kind === 'prepared' ? made.prepared : undefined;
  };
  const send = async (order: PayoutOrder) => {
    const prepared = await prepare(order);
    return prepared === undefined ? undefined : payout.submit({ ...order, prepared }, account, limit);
  };
  const banks = (country: string): Assumption => ({
    name: `its banks in ${country} are listed by currency, page by page`,
    async prove() {
      const list = await payout.listBanks?.(country, account, limit);
      const count = list?.kind === 'listed' ? list.banks.length : 0;
      return { holds: count > 0, saw: list?.kind === 'listed' ? `${count} banks` : (list?.detail ?? '') };
    },
  });
  return [
    ...['NG', 'GH', 'KE', 'ZA'].map(banks),
    {
      name: 'another key is refused by 401, and that proves that nothing was registered',
      async prove() {
        const stranger = { ...account, credentials: { secret_key: strangeKey } };
        const result = await payout.submit(payoutOrder({ prepared: 'RCP_none' }), stranger, limit);
        return { holds: result.kind === 'notSent' && 'error' in result, saw: result.kind };
      },
    },
    {
      name: "the name of an account's owner is returned",
      async prove() {
        const found = await payout.resolveAccount?.(testAccount, account, limit);
        return { holds: found?.kind === 'resolved', saw: found?.kind ?? '' };
      },
    },
    {
      name: 'the same account twice is the same recipient',
      async prove() {
        const [first, second] = [await prepare(payoutOrder()), await prepare(payoutOrder())];
        return {
          holds: first !== undefined && first === second,
          saw: `${first ?? 'none'}, ${second ?? 'none'}`,
        };
      },
    },
    {
      name: 'recipients in KES are of the type kepss',
      async prove() {
        const list = await payout.listBanks?.('KE', account, limit);
        const bankCode = list?.kind === 'listed' ? list.banks[0]?.code : undefined;
        if (bankCode === undefined) return { holds: false, saw: 'no bank' };
        const order = payoutOrder({ bankCode, money: { amount: '100', currency: 'KES' } });
        const prepared = await prepare(order);
        return { holds: prepared !== undefined, saw: prepared ?? 'none' };
      },
    },
    {
      name: 'an unknown transfer gives the answer that we take for not found',
      async prove() {
        const { kind } = await payout.lookUp({ providerReference: newReference() }, account, limit);
        return { holds: kind === 'notFound', saw: kind };
      },
    },
    {
      name: 'an unknown transaction gives the answer that we take for not found',
      async prove() {
        const { kind } = await payment.lookUp({ providerReference: newReference() }, account, limit);
        return { holds: kind === 'notFound', saw: kind };
      },
    },
    {
      name: 'a transfer is accepted with a state that we know, and without a one-time password',
      async prove() {
        const sent = await send(payoutOrder());
        const report = sent && 'report' in sent ? sent.report : undefined;
        return { holds: report !== undefined && !report.awaitsApproval, saw: sent?.kind ?? 'no recipient' };
      },
    },
    {
      name: 'a transfer can be verified at once, and a known reference is refused',
      async prove() {
        const order = payoutOrder();
        await send(order);
        const asked = await payout.lookUp(order, account, limit);
        const again = await send(order);
        const holds = asked.kind === 'found' && again?.kind === 'unknown';
        return { holds, saw: `${asked.kind}, then ${again?.kind ?? 'no recipient'}` };
      },
    },
    {
      name: 'an unopened page is open',
      async prove() {
        const order = paymentOrder('card');
        const made = await payment.prepare?.(order, account, limit);
        const asked = await payment.lookUp(order, account, limit);
        const outcome = asked.kind === 'found' ? asked.report.outcome : asked.kind;
        return { holds: made?.kind === 'prepared' && outcome === 'open', saw: outcome };
      },
    },
    {
      name: 'a charge by USSD has a code to dial',
      async prove() {
        const sent = await payment.submit(paymentOrder('ussd'), account, limit);
        const challenge = sent.kind === 'accepted' ? sent.challenge?.type : undefined;
        return { holds: challenge === 'ussd', saw: challenge ?? sent.kind };
      },
    },
    {
      name: 'its list of refunds is complete, and has none that was not made',
      async prove() {
        const money = { amount: '100', currency: 'NGN' };
        const charge = { providerReference: newReference(), money };
        const [madeFrom, madeUntil] = [new Date(Date.now() - 3_600_000), new Date()];
        const sought = {
          providerReference: newReference(),
          charge,
          money,
          madeFrom,
          madeUntil,
          knownIds: [],
        };
        const asked = await refund.lookUp(sought, account, limit);
        return { holds: asked.kind === 'notFound', saw: asked.kind };
      },
    },
    {
      name: 'its statement is complete, and contains a transfer that was paid just now',
      async prove() {
        const transfer = payoutOrder();
        const asked = {
          from: new Date(Date.now() - 3_600_000),
          to: new Date(Date.now() + 3_600_000),
          timezone: 'UTC',
        };
        await send(transfer);
        const sent = await payout.lookUp(transfer, account, limit);
        const statement = await paystackConnector.readStatement(asked, account, limit);
        if (statement.kind !== 'read') return { holds: false, saw: statement.detail };
        const isPaid = sent.kind === 'found' && sent.report.outcome === 'success';
        const isListed = statement.lines.some(({ reference }) => reference === transfer.providerReference);
        const saw = `${isPaid ? 'paid' : 'not paid yet'}, ${isListed ? 'listed' : 'not listed'}`;
        return { holds: isListed === isPaid, saw };
      },
    },
  ];
}
