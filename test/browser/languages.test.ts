import { describe, expect } from 'vitest';
import { methodOf } from '#domain/methods/find-method';
import { browserTest as it } from './browser-test.js';
import { hostedRows, plainRow } from './page-states.js';
import { registerPayment } from './register-payment.js';

/** Goal: a page speaks the merchant's language where it is said, else the browser's, else English. */
describe.concurrent('without a locale', () => {
  it.for([
    ['es-CO', 'es'],
    ['pt-PT', 'pt-BR'],
    ['en-GB', 'en'],
    ['fr-CA', 'fr'],
    ['nl', 'nl'],
    ['ar-EG', 'ar'],
    ['de-DE', 'en'],
  ])('a browser in %s gets %s', async ([language, expected], { open, urls }) => {
    const payment = await registerPayment(urls, plainRow);
    const { page } = await open({ language });
    await page.goto(payment.url);
    expect(await page.locator('html').getAttribute('lang')).toBe(expected);
    expect(await page.title()).not.toBe('');
  });

  it.for(hostedRows.filter(({ defaultLocale }) => defaultLocale !== undefined))(
    '$code speaks $defaultLocale, whatever the browser does',
    async (row, { open, urls }) => {
      const payment = await registerPayment(urls, row);
      const { page } = await open({ language: 'pt' });
      await page.goto(payment.url);
      expect(await page.locator('html').getAttribute('lang')).toBe(row.defaultLocale);
    },
  );
});

it.concurrent.for([true, false])(
  'a customer chooses another language, scripts: %s',
  async (javaScriptEnabled, { open, urls }) => {
    const payment = await registerPayment(urls, plainRow, { locale: 'en' });
    const { page } = await open({ javaScriptEnabled });
    await page.goto(payment.url);
    await page.locator('.languages a[lang="pt"]').click();
    await page.waitForURL(payment.url);
    await page.locator('html[lang="pt-BR"]').waitFor();
    await page.reload();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  },
);

describe.concurrent('with a locale', () => {
  it.for([
    ['es-419', 'es'],
    ['pt-PT', 'pt-BR'],
    ['ar', 'ar'],
    ['de', 'en'],
  ])('%s is %s, whatever the browser speaks', async ([locale, expected], { open, urls }) => {
    const payment = await registerPayment(urls, plainRow, { locale });
    const { page } = await open({ language: expected === 'pt-BR' ? 'es' : 'pt' });
    await page.goto(payment.url);
    expect(await page.locator('html').getAttribute('lang')).toBe(expected);
  });

  it('Portuguese is that of Portugal where the method is', async ({ open, urls }) => {
    const payment = await registerPayment(urls, methodOf('payment', 'hpp', 'multibanco'), { locale: 'pt' });
    const { page } = await open({ language: 'pt-BR' });
    await page.goto(payment.url);
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-PT');
  });
});
