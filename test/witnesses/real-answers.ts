import { createCustomer } from '../../tools/demo/customer.js';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { cardBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { createMerchant, newReference, type Answer } from '../fakes/merchant.js';
import { africaPayout, choicePayout, payouts, pixPayout } from '../fakes/payout-bodies.js';
import { mexicoBody } from '../fakes/transfers.js';
import { until } from './until.js';
import { createWitness } from './witness.js';

/** What a running system really said, and the schema that it fits. */
export type RealAnswer = { readonly name: string; readonly schema: string; readonly body: unknown };
type Reference = { readonly reference: string };

/** One answer of each kind: every challenge, acceptances, records, payouts, lists, the balance, a callback, an error. */
export async function gatherAnswers(
  urls: Readonly<Record<'api' | 'checkout' | 'sandbox', string>>,
): Promise<RealAnswer[]> {
  const merchant = createMerchant(urls.api);
  const read = async (path: string) => expectOk(await merchant.get(path));
  const create = async (path: string, body: Reference) => expectOk(await merchant.post(path, body));
  const recordOf = ({ reference }: Reference) => read(`/v2/payment/${reference}`);

  /** What a hosted page shows is in the record once its customer has gone on. */
  const onPage = async (method: 'qr_code' | 'multibanco' | 'cash_mexico') => {
    const body = { ...exampleOf(methodOf('payment', 'hpp', method)), reference: newReference() };
    const created = await create('/v2/payment', body);
    const customer = createCustomer();
    await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
    return until(
      () => recordOf(body),
      ({ challenge }) => challenge !== undefined,
    );
  };

  const paid = idealBody({ sandbox: 'success', note: 'A-1', count: 3, isFirst: true });
  const paidOut = pixPayout({ sandbox: 'success' });
  const choice = choicePayout();
  const acceptances: RealAnswer[] = [
    answer('redirect', 'DirectAcceptance', await create('/v2/payment', paid)),
    answer('ussd', 'DirectAcceptance', await create('/v2/payment', ussdBody(urls.sandbox))),
    answer('bank_transfer_mexico', 'DirectAcceptance', await create('/v2/payment', mexicoBody())),
    answer('card', 'DirectAcceptance', await create('/v2/payment', cardBody('4242424242424242'))),
    answer('hosted page', 'HostedAcceptance', await create('/v2/payment', pixBody())),
    answer('payout', 'PayoutAcceptance', await create(payouts, paidOut)),
    answer('African payout', 'AfricanPayoutAcceptance', await create(payouts, africaPayout())),
    answer('bank_code', 'AfricanPayoutAcceptance', await create(payouts, choice)),
  ];
  await merchant.untilFinal(paidOut.reference, 'payout');
  const final = await merchant.untilFinal(paid.reference);
  const [callback] = await createWitness(urls.sandbox).untilCallbacks(paid.reference);
  const { event_id: eventId } = final['callback'] as { readonly event_id: string };
  const refused = await merchant.post('/v2/payment', {});
  return [
    ...acceptances,
    answer('qr', 'PaymentRecord', await onPage('qr_code')),
    answer('multibanco', 'PaymentRecord', await onPage('multibanco')),
    answer('voucher', 'PaymentRecord', await onPage('cash_mexico')),
    answer('final record', 'PaymentRecord', final),
    answer('open payout', 'PayoutRecord', await read(`${payouts}/${choice.reference}`)),
    answer('final payout', 'PayoutRecord', await read(`${payouts}/${paidOut.reference}`)),
    answer('callback', 'TransactionEvent', callback?.body),
    answer('error', 'Error', refused.body),
    answer('transactions', 'TransactionPage', await read('/v2/transactions?limit=5')),
    answer('events', 'EventPage', await read('/v2/events')),
    answer('callbacks', 'CallbackPage', await read('/v2/callbacks?limit=5')),
    answer('deliveries', 'CallbackWithDeliveries', await read(`/v2/callbacks/${eventId}`)),
    answer('balance', 'BalanceList', await read('/v2/balance')),
    answer('entries', 'BalanceEntryPage', await read('/v2/balance/entries?limit=5')),
    answer('methods', 'MethodList', await read('/v2/methods')),
    answer('explanation', 'Explanation', await create('/v2/routing/explain', idealBody())),
  ];
}

function answer(name: string, schema: string, body: unknown): RealAnswer {
  return { name, schema, body };
}

function expectOk({ status, body }: Answer): Answer['body'] {
  if (status === 200) return body;
  throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}
