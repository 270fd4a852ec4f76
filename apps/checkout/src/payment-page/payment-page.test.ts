import { describe, expect, it } from 'vitest';
import { scriptInventory } from '../assets/asset-files.js';
import { languages } from '../languages/languages.js';
import { renderPage as render, views } from '../testing/render-page.js';
import { samplePayment } from '../testing/sample-payment.js';
import { pageState } from './view.js';

/** Of the page itself; stylesheet, scripts and logo have the rest of the 30 KB, compressed. */
const bytesMax = 20_000;

describe('paymentPage', () => {
  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    it(`has every view in ${language}: right lang, merchant text escaped, nothing inline, no gap, light`, () => {
      for (const view of views) {
        const page = render(view, language);
        expect(page).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
        expect(page).toContain('Shop &amp; &lt;Co&gt;');
        expect(page).toContain('ord-&lt;1&gt;');
        expect(page).toContain('Two &lt;b&gt;&quot;cups&quot;&lt;/b&gt;');
        expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|undefined|\[object/);
        expect(page).toContain(`<main data-state="${pageState(view)}"`);
        expect(Buffer.byteLength(page)).toBeLessThan(bytesMax);
      }
    });
  }

  it('holds exactly one form, with its proof and both actions, and never leaves it by itself', () => {
    const page = render({ kind: 'form', asksCard: false, leadsTo: 'qr' });
    expect(page.match(/<form/g)).toHaveLength(1);
    expect(page).toContain('<form method="post" action="/p/token" novalidate>');
    expect(page).toContain('name="form" value="proof"');
    expect(page).toContain('name="action" value="pay"');
    expect(page).toContain('name="action" value="cancel"');
    expect(page).not.toContain('http-equiv');
  });

  it('lets a form post itself only where it asks for nothing, and somebody came for it', () => {
    const form = { kind: 'form', asksCard: false, leadsTo: 'qr' } as const;
    expect(render(form)).toContain('data-posts-itself="yes"');
    expect(render(form, 'en', 'return')).not.toContain('data-posts-itself');
    expect(render(form, 'en', 'page', { isVisited: false })).not.toContain('data-posts-itself');
    for (const view of [{ ...form, asksCard: true }, ...views.filter(({ kind }) => kind !== 'form')]) {
      expect(render(view)).not.toContain('data-posts-itself');
    }
  });

  it('asks for a card with names that browsers and password managers know, empty and labelled', () => {
    const page = render({ kind: 'form', asksCard: true, leadsTo: 'redirect' });
    expect(page.match(/<form/g)).toHaveLength(1);
    for (const [field, autocomplete] of [
      ['pan', 'cc-number'],
      ['expiry', 'cc-exp'],
      ['cvv', 'cc-csc'],
      ['holder_name', 'cc-name'],
    ] as const) {
      const input = new RegExp(`<input\\s+id="${field}"[^>]*>`).exec(page)?.[0];
      expect(input).toContain(`autocomplete="${autocomplete}"`);
      expect(input).not.toMatch(/ value=|aria-invalid/);
      expect(input?.includes('inputmode="numeric"')).toBe(field !== 'holder_name');
      expect(page).toMatch(new RegExp(`<label for="${field}">`));
    }
  });

  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    it(`names the fields at fault in ${language}, tied to their inputs`, () => {
      const words = languages[language];
      const faults = { pan: 'missing', cvv: 'malformed', expiry: 'expired' } as const;
      const page = render({ kind: 'form', asksCard: true, leadsTo: 'redirect' }, language, 'page', {
        faults,
        problem: 'cardNotAccepted',
      });
      expect(page).toContain(
        `<p class="problem" id="problem" role="alert">${words.problems.cardNotAccepted}</p>`,
      );
      for (const [field, problem] of [
        ['pan', words.card.missing.pan],
        ['cvv', words.card.malformed.cvv],
        ['expiry', words.card.expired],
      ] as const) {
        const input = new RegExp(`<input\\s+id="${field}"[^>]*>`).exec(page)?.[0];
        expect(input).toMatch(new RegExp(`aria-describedby="[^"]*${field}-problem"`));
        expect(input).toContain('aria-invalid="true"');
        expect(page).toContain(`<p class="fault" id="${field}-problem">${problem}</p>`);
      }
      expect(page.match(/aria-invalid/g)).toHaveLength(3);
      expect(page.match(/autofocus/g)).toHaveLength(1);
    });
  }

  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    it(`asks in ${language} for another card after a declined one, beginning with its number`, () => {
      const words = languages[language];
      const asked = (changes: object) =>
        render({ kind: 'form', asksCard: true, leadsTo: 'redirect' }, language, 'page', {
          payment: { ...samplePayment, method: 'card', tries: 2 },
          ...changes,
        });
      const page = asked({});
      const said = `<p class="problem" id="problem" role="alert">${words.problems.cardDeclined}</p>`;
      const number = /<input\s+id="pan"[^>]*>/.exec(page)?.[0];
      expect(page).toContain(said);
      expect(page).toContain('<input type="hidden" name="tries" value="2" />');
      expect(number).toContain('aria-describedby="problem"');
      expect(number).not.toContain('aria-invalid');
      expect(number).toContain('autofocus');
      expect(page.match(/autofocus/g)).toHaveLength(1);

      const corrected = asked({ faults: { cvv: 'malformed' }, problem: 'cardNotAccepted' });
      expect(corrected).not.toContain(words.problems.cardDeclined);
      expect(/<input\s+id="cvv"[^>]*>/.exec(corrected)?.[0]).toContain('autofocus');
      expect(corrected.match(/autofocus/g)).toHaveLength(1);
    });
  }

  it('focuses nothing on a card form that is shown for the first time', () => {
    const page = render({ kind: 'form', asksCard: true, leadsTo: 'redirect' });
    expect(page).not.toContain('autofocus');
    expect(page).not.toContain('class="problem"');
  });

  it('says on every page outside production that no real money is moved, and nowhere else', () => {
    for (const view of views) {
      const said = `<p class="test-mode">${languages.en.testMode}</p>`;
      expect(render(view, 'en', 'page', { isTestMode: true })).toContain(said);
      expect(render(view)).not.toContain('test-mode');
    }
  });

  it('links to the pages of the shop, and to itself in the other languages, after all other links', () => {
    for (const view of views) {
      const page = render(view, 'pt-PT', 'return');
      const links = [...page.matchAll(/<a\b[^>]*?href="([^"]+)"/g)].map(([, href]) => href);
      expect(links.slice(-6)).toEqual([
        'https://shop.example/terms?a=1&amp;b=2',
        ...['en', 'es', 'fr', 'nl', 'ar'].map((choice) => `/p/token/language?to=${choice}&amp;at=return`),
      ]);
      expect(page).toContain('aria-current="true">Português');
    }
  });

  it('shows the brands that the shop takes where a card is asked for, and nowhere else', () => {
    expect(render({ kind: 'form', asksCard: true, leadsTo: 'redirect' })).toContain('aria-label="Visa"');
    expect(render({ kind: 'form', asksCard: false, leadsTo: 'redirect' })).not.toContain('aria-label="Visa"');
  });

  it('leads on by meta refresh and a link, to the same escaped URL', () => {
    const page = render({ kind: 'leaving', url: 'https://bank.example/?a=1&b=2' });
    expect(page).toMatch(/http-equiv="refresh" content="\d+;url=https:\/\/bank\.example\/\?a=1&amp;b=2"/);
    expect(page).toContain('href="https://bank.example/?a=1&amp;b=2"');
  });

  it('sizes an amount so that it fits into one line', () => {
    const sizeOf = (amount: string, currency: string) =>
      /class="amount" data-size="(\w+)"/.exec(
        render({ kind: 'waiting' }, 'en', 'page', {
          payment: { ...samplePayment, amount, currency, billing: { amount, currency } },
        }),
      )?.[1];
    expect(sizeOf('10.1', 'BRL')).toBe('large');
    expect(sizeOf('999999999', 'UZS')).toBe('medium');
    expect(sizeOf('999999999999999', 'UZS')).toBe('small');
  });

  it('gives a challenge as text to copy, with a link to the provider where it has one', () => {
    const challenge = { type: 'qr', payload: '0002<>', instructionsUrl: 'https://bank.example/' } as const;
    const page = render({ kind: 'instructions', challenge });
    expect(page).toContain('<code class="copy">0002&lt;&gt;</code>');
    expect(page).toContain('data-copy="0002&lt;&gt;"');
    expect(page).toContain('href="https://bank.example/"');
    const unsafe = { ...challenge, instructionsUrl: 'javascript:alert(1)' };
    expect(render({ kind: 'instructions', challenge: unsafe })).not.toContain('javascript:');
  });

  it('offers to keep what is paid later and elsewhere: in print, as a picture and in a calendar, the last without a script', () => {
    const later = [
      { type: 'voucher', number: '1', payBy: '2030-01-01' },
      { type: 'multibanco', entity: '1', reference: '2' },
    ] as const;
    for (const challenge of later) {
      const page = render({ kind: 'instructions', challenge });
      expect(page).toMatch(/data-print[\s\S]*data-save[\s\S]*data-send/);
      expect(page).toContain('href="/p/token/deadline.ics"');
      expect(page).toContain('data-file="ord-_1_.png"');
    }
    for (const challenge of [
      { type: 'ussd', code: '*1#' },
      { type: 'qr', payload: '1' },
    ] as const)
      expect(render({ kind: 'instructions', challenge })).not.toMatch(/data-print|data-save|deadline\.ics/);
  });

  it('puts the link to the bank app and the code to copy before the picture of a QR code', () => {
    const challenge = { type: 'qr', payload: 'QR', instructionsUrl: 'https://bank.example/app' } as const;
    const page = render({ kind: 'instructions', challenge });
    const places = ['https://bank.example/app', 'data-copy="QR"', 'class="qr"', 'class="how"'].map((text) =>
      page.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places[0]).toBeGreaterThan(0);
  });

  it("names the provider's page by its host", () => {
    const instructionsUrl = 'https://pay.example:8443/i/1';
    for (const challenge of [
      { type: 'voucher', number: '1', payBy: '2030-01-01', instructionsUrl },
      { type: 'multibanco', entity: '1', reference: '2', instructionsUrl },
      { type: 'ussd', code: '*1#', instructionsUrl },
    ] as const) {
      expect(render({ kind: 'instructions', challenge })).toContain('Instructions at pay.example:8443</a');
    }
  });

  it('dials a code for the customer, and only what can be dialled', () => {
    const page = (code: string) => render({ kind: 'instructions', challenge: { type: 'ussd', code } });
    expect(page('*737*50*15000#')).toContain('href="tel:*737*50*15000%23"');
    expect(page('*737*50*15000#')).toContain(
      '<span>*737</span><wbr /><span>*50</span><wbr /><span>*15000#</span>',
    );
    expect(page('call us')).not.toContain('tel:');
  });

  it('shows digits in groups and copies them without', () => {
    const challenge = { type: 'multibanco', entity: '21312', reference: '123456789' } as const;
    const page = render({ kind: 'instructions', challenge });
    expect(page).toContain('<span>123</span><wbr /><span>456</span><wbr /><span>789</span>');
    expect(page).toContain('data-copy="123456789"');
  });

  it('runs the scripts of the inventory alone, each with its integrity, the card form its own', () => {
    const sources = (page: string) =>
      [...page.matchAll(/<script type="module" src="\/assets\/([a-z-]+)\.[^"]+" integrity="([^"]+)"/g)].map(
        ([, name, integrity]) => [`${name}.js`, integrity],
      );
    const known = scriptInventory.map(({ file, integrity }) => [file, integrity]);
    expect(sources(render({ kind: 'waiting' }))).toEqual(known.filter(([file]) => file === 'checkout.js'));
    const card = sources(render({ kind: 'form', asksCard: true, leadsTo: 'redirect' }));
    expect(card.map(([file]) => file)).toEqual(['card-form.js', 'checkout.js']);
    const voucher = { type: 'voucher', number: '1', payBy: '2030-01-01' } as const;
    const kept = sources(render({ kind: 'instructions', challenge: voucher }));
    expect(kept.map(([file]) => file)).toEqual(['checkout.js', 'ticket.js']);
    for (const script of [...card, ...kept]) expect(known).toContainEqual(script);
  });

  it('goes on without a script only by what scripts do not see', () => {
    const page = render({ kind: 'waiting' }).replaceAll(/<noscript\b[\s\S]*?<\/noscript>/g, '');
    expect(page).not.toContain('http-equiv="refresh"');
    expect(page).toContain('data-status="/p/token/status?at=page"');
  });
});
