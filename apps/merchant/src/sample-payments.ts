/** Bodies of `POST /v2/payment` for invented people (specification §2.2 to §2.6). */
export type SamplePayment = (order: SampleOrder) => Readonly<Record<string, unknown>>;

export type SampleOrder = {
  readonly reference: string;
  /** The shop's own addresses, played by the sandbox. */
  readonly shopUrl: string;
  /** Names a behaviour of the sandbox that plays the customer too (contract §10); absent: the customer decides. */
  readonly scenario?: string | undefined;
};

export const idealPayment: SamplePayment = ({ reference, scenario }) => ({
  method: 'ideal',
  mode: 'initial',
  reference,
  currency: 'EUR',
  amount: 24.95,
  description: 'Two tickets',
  customer: {
    identifier: 'tour-nl',
    first_name: 'Anna',
    last_name: 'de Vries',
    country: 'NL',
    phone: '+31612345678',
  },
  ...sandboxMeta({ scenario }),
});

export const ussdPayment: SamplePayment = ({ reference, shopUrl, scenario }) => ({
  method: 'ussd',
  mode: 'initial',
  reference,
  currency: 'NGN',
  amount: 5000,
  channel_code: 'GTB',
  redirect_url: `${shopUrl}/done`,
  callback_url: `${shopUrl}/callbacks`,
  customer: { identifier: 'tour-ng', first_name: 'Chidi', last_name: 'Okafor' },
  ...sandboxMeta({ scenario }),
});

export const pixPayment: SamplePayment = ({ reference, scenario }) => ({
  widget: { method: 'pix', locale: 'en' },
  reference,
  currency: 'BRL',
  amount: 49.9,
  customer: { identifier: 'tour-br', first_name: 'Maria', last_name: 'Silva', itn: '52998224725' },
  ...sandboxMeta({ scenario, documentType: 'BR_CPF' }),
});

export const cardPayment: SamplePayment = (order) => cardPaymentWith('4242424242424242', order);

/** The sandbox's test number for a card that its bank declines. */
export const declinedCardPayment: SamplePayment = (order) => cardPaymentWith('4000000000000002', order);

function cardPaymentWith(pan: string, { reference, scenario }: SampleOrder) {
  return {
    method: 'card',
    reference,
    currency: 'EUR',
    amount: 60,
    customer: {
      identifier: 'tour-card',
      email: 'jane.doe@example.com',
      phone: '+4915112345678',
      first_name: 'Jane',
      last_name: 'Doe',
      country: 'DE',
      state_code: 'BE',
      city: 'Berlin',
      address: 'Sample street 1',
      zip_code: '10115',
      birthday: '1990-05-17',
      ip: '203.0.113.7',
    },
    card: { pan, exp_month: '12', exp_year: '2039', cvv: '123', holder_name: 'JANE DOE' },
    ...sandboxMeta({ scenario }),
  };
}

function sandboxMeta({
  scenario,
  ...others
}: {
  readonly scenario: string | undefined;
  readonly documentType?: string;
}) {
  return { extra: { meta: { ...others, ...(scenario === undefined ? {} : { sandbox: scenario }) } } };
}
