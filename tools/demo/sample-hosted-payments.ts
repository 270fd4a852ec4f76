import { cardCustomer, metaOf, type SamplePayment } from './sample-order.js';

/** Payments on the hosted page (specification §2.2 to §2.5). */
export const qrCodePayment: SamplePayment = (order) => ({
  widget: { method: 'qr_code', locale: 'es' },
  reference: order.reference,
  currency: 'COP',
  amount: '50000',
  customer: {
    identifier: 'tour-co',
    first_name: 'Camila',
    last_name: 'Rojas',
    email: 'camila.rojas@example.com',
    phone: '+573001234567',
    itn: '1020304050',
  },
  extra: { meta: metaOf(order, { documentType: 'CO_CC' as const }) },
});

export const walletMachPayment: SamplePayment = (order) => ({
  widget: { method: 'wallet_mach', locale: 'es' },
  reference: order.reference,
  currency: 'CLP',
  amount: '12000',
  customer: {
    identifier: 'tour-cl',
    first_name: 'Matías',
    last_name: 'Soto',
    country: 'CL',
    itn: '12.345.678-5',
  },
  extra: { meta: metaOf(order, {}) },
});

export const pixPayment: SamplePayment = (order) => ({
  widget: { method: 'pix', locale: 'en' },
  reference: order.reference,
  currency: 'BRL',
  amount: '49.90',
  customer: { identifier: 'tour-br', first_name: 'Maria', last_name: 'Silva', itn: '52998224725' },
  extra: { meta: metaOf(order, { documentType: 'BR_CPF' }) },
});

export const multibancoPayment: SamplePayment = (order) => ({
  widget: { method: 'multibanco', locale: 'pt' },
  reference: order.reference,
  currency: 'EUR',
  amount: '15.90',
  customer: { identifier: 'tour-pt' },
  extra: { meta: metaOf(order, {}) },
});

export const cardPagePayment: SamplePayment = (order) => ({
  widget: { method: 'card', locale: 'en' },
  reference: order.reference,
  currency: 'EUR',
  amount: '60',
  customer: cardCustomer,
  extra: { meta: metaOf(order, {}) },
});

export const p2cUzbekistanPayment: SamplePayment = (order) => ({
  widget: { method: 'p2c', locale: 'en' },
  reference: order.reference,
  currency: 'UZS',
  amount: '150000',
  customer: { identifier: 'tour-uz', first_name: 'Dilnoza', last_name: 'Karimova' },
  extra: { meta: metaOf(order, {}) },
});

export const cashUruguayPayment: SamplePayment = (order) => ({
  widget: { method: 'cash_uruguay', locale: 'es' },
  reference: order.reference,
  currency: 'UYU',
  amount: '900',
  customer: {
    identifier: 'tour-uy',
    first_name: 'Valentina',
    last_name: 'Pereira',
    country: 'UY',
    phone: '+59894123456',
    itn: '1.234.567-2',
  },
  extra: { meta: metaOf(order, {}) },
});

export const cashMexicoPayment: SamplePayment = (order) => ({
  widget: { method: 'cash_mexico', locale: 'es' },
  reference: order.reference,
  currency: 'MXN',
  amount: '350',
  customer: {
    identifier: 'tour-mx',
    first_name: 'Diego',
    last_name: 'Ramírez',
    country: 'MX',
    itn: 'XAXX010101000',
  },
  extra: { meta: metaOf(order, {}) },
});
