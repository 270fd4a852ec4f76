import { describe, expect, it } from 'vitest';
import { parse } from 'lossless-json';
import { catalogue } from '#domain/methods/catalogue';
import { exampleCard, exampleOf, type ExampleBody } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { missingFields } from '#domain/transaction/request';
import { acceptPayment, acceptPayout } from './accept-request.js';
import { checkAfterDuplicates, missingUrls } from './project-terms.js';
import type { ParsedBody } from '../../http/check-body.js';

const card = exampleOf(methodOf('payment', 'h2h', 'card'));
const qrCode = exampleOf(methodOf('payment', 'hpp', 'qr_code'));
const pix = exampleOf(methodOf('payment', 'hpp', 'pix'));
const pixPayout = exampleOf(methodOf('payout', 'h2h', 'pix'));
const now = new Date('2026-11-21T12:00:00Z');

describe('refusals by the clock or the settings of the project', () => {
  it('an expired card is refused, a card in its last month is accepted', () => {
    const withExpiry = (exp_month: string, exp_year: string) =>
      pathsOf({ ...card, card: { ...exampleCard, exp_month, exp_year } });
    expect(withExpiry('11', '26')).toEqual([]);
    expect(withExpiry('10', '2026')).toEqual(['card.exp_year']);
  });

  it('a birthday in the future is refused', () => {
    const born = (birthday: string) =>
      pathsOf({ ...card, customer: { ...Object(card['customer']), birthday } });
    expect(born('2026-11-21')).toEqual([]);
    expect(born('2026-11-22')).toEqual(['customer.birthday']);
  });

  it('check digits of documents are checked only with strict_documents', () => {
    const body = { ...pix, customer: { ...Object(pix['customer']), itn: '52998224726' } };
    expect(pathsOf(body)).toEqual([]);
    expect(pathsOf(body, true)).toEqual(['customer.itn']);
  });

  it.each([
    ['CPF', '52998224725', []],
    ['CPF', '52998224726', ['pix.account']],
    ['CPF', '00000000000', ['pix.account']],
    ['CNPJ', '12ABC34501DE35', []],
    ['CNPJ', '11222333000181', []],
    ['CNPJ', '12ABC34501DE36', ['pix.account']],
    ['CNPJ', '11222333000182', ['pix.account']],
    ['PHONE', '+5511912345678', []],
    ['EMAIL', 'ana@example.com', []],
  ])('check digits of the PIX key %s %s, only with strict_documents', (account_type, account, paths) => {
    const body = { ...pixPayout, pix: { ...Object(pixPayout['pix']), account_type, account } };
    const check = (strictDocuments: boolean) =>
      checkAfterDuplicates(acceptPayout(parse(JSON.stringify(body)) as ParsedBody), {
        now,
        strictDocuments,
      }).map(({ path }) => path);
    expect(check(false)).toEqual([]);
    expect(check(true)).toEqual(paths);
  });

  it.each(
    catalogue.filter(({ type }) => type === 'payment').map((row) => [row.style, row.code, row] as const),
  )('has nothing against the %s %s example, strict or not', (_style, _code, row) => {
    expect(pathsOf(exampleOf(row), true)).toEqual([]);
  });
});

describe('URLs without a project default', () => {
  const url = 'https://shop.example.com/';

  it('are missing if the method requires them', () => {
    expect(missingUrls(accept(qrCode), {})).toEqual(['redirect_url', 'cancel_url', 'callback_url']);
    expect(missingUrls(accept(pix), {})).toEqual(['callback_url']);
    expect(missingUrls(accept(exampleOf(methodOf('payment', 'hpp', 'multibanco'))), {})).toEqual([]);
  });

  it('are taken from the request or the defaults', () => {
    expect(
      missingUrls(accept({ ...qrCode, redirect_url: url, cancel_url: url }), { callback_url: url }),
    ).toEqual([]);
  });
});

describe('fields that a provider requires', () => {
  it('are read by their wire paths', () => {
    const request = accept({
      ...card,
      card: exampleCard,
      description: 'Shoes',
      extra: { meta: { shop: 7 } },
    });
    const there = ['customer.email', 'card', 'card.exp_month', 'description', 'extra', 'extra.meta.shop'];
    const gone = [
      'customer.itn',
      'extra.meta.other',
      'customer.constructor',
      'lang',
      'redirect_url',
      'nothing.at.all',
    ];
    expect(missingFields(request, [...there, ...gone])).toEqual(gone);
    expect(missingFields(accept(pix), ['extra', 'card'])).toEqual(['extra', 'card']);
  });
});

function pathsOf(body: ExampleBody, strictDocuments = false): string[] {
  return checkAfterDuplicates(accept(body), { now, strictDocuments }).map(({ path }) => path);
}

function accept(body: ExampleBody) {
  return acceptPayment(parse(JSON.stringify(body)) as ParsedBody);
}
