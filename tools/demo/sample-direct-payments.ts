import {
  cardCustomer,
  declinedPan,
  metaOf,
  sampleCard,
  type SampleOrder,
  type SamplePayment,
} from './sample-order.js';

/** Payments server to server (specification §2.2 to §2.6). */
export const payidPayment: SamplePayment = (order) => ({
  method: 'payid',
  mode: 'initial',
  reference: order.reference,
  currency: 'AUD',
  amount: '40',
  customer: {
    identifier: 'tour-au',
    first_name: 'Olivia',
    last_name: 'Nguyen',
    email: 'olivia.nguyen@example.com',
  },
  extra: { meta: metaOf(order, {}) },
});

export const mbwayPayment: SamplePayment = (order) => ({
  method: 'mbway',
  mode: 'initial',
  reference: order.reference,
  currency: 'EUR',
  amount: '9.99',
  customer: { identifier: 'tour-pt', phone: '+351912345678' },
  extra: { meta: metaOf(order, {}) },
});

export const ussdPayment: SamplePayment = (order) => ({
  method: 'ussd',
  mode: 'initial',
  reference: order.reference,
  currency: 'NGN',
  amount: '5000',
  channel_code: 'GTB',
  redirect_url: `${order.shopUrl}/done`,
  callback_url: `${order.shopUrl}/callbacks`,
  customer: { identifier: 'tour-ng', first_name: 'Chidi', last_name: 'Okafor' },
  extra: { meta: metaOf(order, {}) },
});

export const idealPayment: SamplePayment = (order) => idealPaymentWith('+31612345678', order);
export const idealWithoutPhone: SamplePayment = (order) => idealPaymentWith(undefined, order);
export const idealWithNationalPhone: SamplePayment = (order) => idealPaymentWith('0612345678', order);

export const cashCostaRicaPayment: SamplePayment = (order) => ({
  method: 'cash_costa_rica',
  reference: order.reference,
  currency: 'CRC',
  amount: '8000',
  customer: {
    identifier: 'tour-cr',
    first_name: 'Sofía',
    last_name: 'Vargas',
    country: 'CR',
    phone: '+50681234567',
  },
  extra: { meta: metaOf(order, {}) },
});

export const cardPayment: SamplePayment = (order) => cardPaymentWith(sampleCard.pan, order);
export const declinedCardPayment: SamplePayment = (order) => cardPaymentWith(declinedPan, order);

/** The card is asked for on our own page. */
export const cardPaymentWithoutCard: SamplePayment = (order) => ({
  method: 'card',
  reference: order.reference,
  currency: 'EUR',
  amount: '60',
  customer: cardCustomer,
  extra: { meta: metaOf(order, {}) },
});

export const p2cEgyptPayment: SamplePayment = (order) => ({
  method: 'p2c',
  reference: order.reference,
  currency: 'EGP',
  amount: '300',
  customer: {
    identifier: 'tour-eg',
    first_name: 'Mona',
    last_name: 'Hassan',
    email: 'mona.hassan@example.com',
    phone: '+201001234567',
  },
  extra: { meta: metaOf(order, {}) },
});

/** The customer transfers to a CLABE of the payment's own. */
export const mexicoClabePayment: SamplePayment = (order) => mexicoPaymentWith({}, order);
/** The sandbox gives a redirect in its place (contract §6). */
export const mexicoRedirectPayment: SamplePayment = (order) =>
  mexicoPaymentWith({ sandbox_challenge: 'redirect' }, order);

export const peruPayment: SamplePayment = (order) => ({
  method: 'bank_transfer_peru',
  mode: 'initial',
  reference: order.reference,
  currency: 'PEN',
  amount: '75',
  customer: {
    identifier: 'tour-pe',
    first_name: 'Lucía',
    last_name: 'Quispe',
    country: 'PE',
    itn: '12345678',
  },
  extra: { meta: metaOf(order, { documentType: 'PE_DNI' }) },
});

function idealPaymentWith(phone: string | undefined, order: SampleOrder): ReturnType<SamplePayment> {
  return {
    method: 'ideal',
    mode: 'initial',
    reference: order.reference,
    currency: 'EUR',
    amount: '24.95',
    description: 'Two tickets',
    customer: {
      identifier: 'tour-nl',
      first_name: 'Anna',
      last_name: 'de Vries',
      country: 'NL',
      ...(phone === undefined ? {} : { phone }),
    },
    extra: { meta: metaOf(order, {}) },
  };
}

function cardPaymentWith(pan: string, order: SampleOrder): ReturnType<SamplePayment> {
  return {
    method: 'card',
    reference: order.reference,
    currency: 'EUR',
    amount: '60',
    customer: cardCustomer,
    card: { ...sampleCard, pan },
    extra: { meta: metaOf(order, {}) },
  };
}

function mexicoPaymentWith(
  own: Readonly<Record<string, string>>,
  order: SampleOrder,
): ReturnType<SamplePayment> {
  return {
    method: 'bank_transfer_mexico',
    reference: order.reference,
    currency: 'MXN',
    amount: '1200',
    customer: {
      identifier: 'tour-mx',
      first_name: 'Diego',
      last_name: 'Ramírez',
      itn: 'XEXX010101000',
    },
    extra: { meta: metaOf(order, { documentType: 'MX_RFC', ...own }) },
  };
}
