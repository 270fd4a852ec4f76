import { catalogue } from '#domain/methods/catalogue';
import { exampleCard } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { Method } from '#domain/methods/method';
import type { ChallengeType } from '#domain/transaction/challenge';
import { createCustomer } from '../../tools/demo/customer.js';
import { createMerchant } from '../fakes/merchant.js';
import type { StillPage } from './hold-still.js';
import { registerPayment, type Order, type Registered, type SiteUrls } from './register-payment.js';

/** One thing a customer may see, and how to get there. */
export type PageState = {
  readonly name: string;
  /** `data-state` of the page. */
  readonly shows: string;
  /** Makes a payment that is there, or almost; in the language, where the method has a page. */
  readonly prepare: (urls: SiteUrls, locale: string) => Promise<Arrival>;
};

/** The cookie of the language that a customer has chosen. */
export const languageCookie = 'checkout_language';

/** The page to open; and what to do there that leads to the state, where that is more than to open it. */
type Arrival = { readonly url: string; readonly act?: (page: StillPage) => Promise<void> };

export const hostedRows: readonly Method[] = catalogue.filter(
  ({ type, style }) => type === 'payment' && style === 'hpp',
);
const cardRows = hostedRows.filter(({ cardForm }) => cardForm);
export const plainRow = methodOf('payment', 'hpp', 'p2c');

/** Every state, of every method where methods differ: a new row of the catalogue brings its own. */
export const pageStates: readonly PageState[] = [
  ...hostedRows.map((row) => state(`form-${row.code}`, row.cardForm ? 'card' : 'form', opened(row))),
  ...cardRows.map((row) => state(`form-${row.code}-faulty`, 'card', faulty(row))),
  ...cardRows.map((row) => state(`form-${row.code}-refused`, 'card', refused(row))),
  ...cardRows.map((row) => state(`form-${row.code}-again`, 'card', declinedOnce(row))),
  ...hostedRows.map((row) => state(`paying-${row.code}`, shownFor(row.challenges[0]), posted(row))),
  ...challengesWithoutRow().map((challenge) =>
    state(`paying-by-${challenge}`, shownFor(challenge), posted(plainRow, { sandbox_challenge: challenge })),
  ),
  state('waiting', 'waiting', returned(plainRow)),
  ...['success', 'decline', 'error', 'expire'].map((scenario) =>
    state(`ended-${scenario}`, endOf(scenario), ended(plainRow, { sandbox: scenario, sandbox_delay_ms: 0 })),
  ),
  ...cardRows.map((row) =>
    state(`ended-decline-${row.code}`, 'declined', ended(row, { sandbox: 'decline', sandbox_delay_ms: 0 })),
  ),
  state('ended-cancel', 'cancelled', cancelled(plainRow)),
  state('form-of-another-browser', 'form', notProven(plainRow)),
  state('unknown-link', 'unknown-link', ({ checkout }) => Promise.resolve({ url: `${checkout}/p/unknown` })),
];

function state(name: string, shows: string, prepare: PageState['prepare']): PageState {
  return { name, shows, prepare };
}

function endOf(scenario: string): string {
  const ends: Readonly<Record<string, string>> = { decline: 'declined', expire: 'expired' };
  return ends[scenario] ?? scenario;
}

function shownFor(challenge: ChallengeType | undefined): string {
  return challenge === 'redirect' ? 'leaving' : 'instructions';
}

/** What a page can show, and no method of it asks for by itself. */
function challengesWithoutRow(): readonly ChallengeType[] {
  const shown: Readonly<Record<Exclude<ChallengeType, 'bank_code'>, true>> = {
    redirect: true,
    ussd: true,
    bank_transfer_mexico: true,
    qr: true,
    multibanco: true,
    voucher: true,
  };
  const usual = new Set(hostedRows.flatMap(({ challenges }) => challenges.slice(0, 1)));
  return (Object.keys(shown) as ChallengeType[]).filter((challenge) => !usual.has(challenge));
}

function opened(row: Method, order: Order = {}): PageState['prepare'] {
  return (urls, locale) => registerPayment(urls, row, { ...order, locale });
}

/** The card was declined, and the page asks for another one. */
function declinedOnce(row: Method): PageState['prepare'] {
  return posted(row, { sandbox: 'soft_decline' }, 'mk_test_retry');
}

/** An empty form: the script names what is missing, and posts nothing. */
function faulty(row: Method): PageState['prepare'] {
  return async (urls, locale) => ({
    ...(await opened(row)(urls, locale)),
    act: ({ page }) => page.locator('button[value="pay"]').click(),
  });
}

/** Posts the first form of the page past its script. */
export const postWithoutScript = `(() => {
  const [form] = document.forms;
  const action = Object.assign(document.createElement('input'), { type: 'hidden', name: 'action', value: 'pay' });
  form.append(action);
  form.submit();
})()`;

/** The same, answered by the server: what customers without scripts see. */
function refused(row: Method): PageState['prepare'] {
  return async (urls, locale) => ({
    ...(await opened(row)(urls, locale)),
    act: (still) => still.post((page) => page.evaluate(postWithoutScript)),
  });
}

function notProven(row: Method): PageState['prepare'] {
  return async (urls, locale) => ({
    ...(await opened(row)(urls, locale)),
    act: async (still) => {
      await still.page.context().clearCookies({ name: new RegExp(`^(?!${languageCookie}$)`) });
      await still.post((page) => page.locator('button[value="pay"]').click());
    },
  });
}

/** The form was posted, and the payment waits for what its customer does. */
function posted(row: Method, meta: NonNullable<Order['meta']> = {}, keyId?: string) {
  return async (urls: SiteUrls, locale: string): Promise<Registered> => {
    const payment = await registerPayment(urls, row, { meta, locale, keyId });
    const customer = createCustomer();
    const page = await customer.open(payment.url);
    await customer.submit(page, 'pay', row.cardForm ? exampleCard : {});
    return payment;
  };
}

/** Back from the provider, before the provider has said how it went. */
function returned(row: Method): PageState['prepare'] {
  return async (urls, locale) => ({ url: `${(await posted(row)(urls, locale)).url}/return` });
}

function ended(row: Method, meta: NonNullable<Order['meta']>): PageState['prepare'] {
  return async (urls, locale) => {
    const payment = await posted(row, meta)(urls, locale);
    await createMerchant(urls.api).untilFinal(payment.reference);
    return payment;
  };
}

function cancelled(row: Method): PageState['prepare'] {
  return async (urls, locale) => {
    const payment = await registerPayment(urls, row, { locale });
    const customer = createCustomer();
    await customer.submit(await customer.open(payment.url), 'cancel');
    await createMerchant(urls.api).untilFinal(payment.reference);
    return payment;
  };
}
