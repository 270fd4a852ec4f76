import { describe, expect, it } from 'vitest';
import { scriptInventory } from '../assets/asset-files.js';
import { languages } from '../languages/languages.js';
import { samplePayment } from '../testing/sample-payment.js';
import type { PageContent } from './page-content.js';
import { paymentPage } from './payment-page.js';
import { pageState, type View } from './view.js';

const views: readonly View[] = [
  ...(['redirect', 'qr', 'multibanco', 'voucher', 'ussd', 'bank_transfer_mexico'] as const).map(
    (leadsTo) => ({ kind: 'form', asksCard: false, leadsTo }) as const,
  ),
  { kind: 'form', asksCard: true, leadsTo: 'redirect' },
  { kind: 'leaving', url: 'https://bank.example/?a=1&b=2' },
  { kind: 'waiting' },
  {
    kind: 'instructions',
    challenge: { type: 'qr', payload: 'QR', instructionsUrl: 'https://bank.example/' },
  },
  { kind: 'instructions', challenge: { type: 'ussd', code: '*1#' } },
  { kind: 'instructions', challenge: { type: 'bank_transfer_mexico', clabe: '012' } },
  { kind: 'instructions', challenge: { type: 'multibanco', entity: '1', reference: '2' } },
  {
    kind: 'instructions',
    challenge: { type: 'voucher', number: '1', payBy: '2030-01-01', places: ['Kiosk'] },
  },
  ...(['success', 'cancelled', 'declined', 'error', 'expired'] as const).flatMap((outcome) => [
    { kind: 'ended', outcome, reason: 'card', url: 'https://shop.example/', isPast: false } as const,
    { kind: 'ended', outcome, reason: 'blocked', url: undefined, isPast: false } as const,
    { kind: 'ended', outcome, reason: 'other', url: 'https://shop.example/', isPast: true } as const,
  ]),
];

/** Of the page itself; stylesheet, scripts and logo have the rest of the 30 KB, compressed. */
const bytesMax = 20_000;

function render(
  view: View,
  language: keyof typeof languages = 'en',
  place: 'page' | 'return' = 'page',
  changes: Partial<PageContent> = {},
) {
  return paymentPage({
    payment: { ...samplePayment, finishedAt: new Date('2030-01-02T03:04:00Z') },
    brand: {
      name: 'Shop & <Co>',
      stylesheetPath: '/brand/a.css',
      logoPath: '/brand/a.png',
      links: { terms: 'https://shop.example/terms?a=1&b=2' },
      cards: ['visa'],
    },
    words: languages[language],
    isTestMode: false,
    isVisited: true,
    locale: language,
    now: new Date(),
    view,
    place,
    path: '/p/token',
    proof: 'proof',
    ...changes,
  }).markup;
}

describe('paymentPage', () => {
  for (const language of ['en', 'es', 'pt-BR', 'pt-PT'] as const) {
    it(`has every view in ${language}: right lang, merchant text escaped, nothing inline, no gap, light`, () => {
      for (const view of views) {
        const page = render(view, language);
        expect(page).toContain(`<html lang="${language}">`);
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

  for (const language of ['en', 'es', 'pt-BR', 'pt-PT'] as const) {
    it(`names the fields at fault in ${language}, tied to their inputs`, () => {
      const words = languages[language];
      const faults = { pan: 'missing', cvv: 'malformed', expiry: 'expired' } as const;
      const page = render({ kind: 'form', asksCard: true, leadsTo: 'redirect' }, language, 'page', {
        faults,
        problem: 'cardNotAccepted',
      });
      expect(page).toContain(`<p class="problem" role="alert">${words.problems.cardNotAccepted}</p>`);
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
      expect(links.slice(-3)).toEqual([
        'https://shop.example/terms?a=1&amp;b=2',
        '/p/token/language?to=en&amp;at=return',
        '/p/token/language?to=es&amp;at=return',
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

  it('refreshes itself while it waits, at its own place', () => {
    expect(render({ kind: 'waiting' })).toMatch(/content="\d+;url=\/p\/token"/);
    expect(render({ kind: 'waiting' }, 'en', 'return')).toMatch(/content="\d+;url=\/p\/token\/return"/);
  });

  it('stays on our own page when there is nowhere to continue', () => {
    const page = render({
      kind: 'ended',
      outcome: 'success',
      reason: 'other',
      url: undefined,
      isPast: false,
    });
    expect(page).not.toMatch(/http-equiv|class="button main"|data-onward/);
    expect(page).toContain('go back to Shop');
  });

  it('does not redirect a customer who comes back long after: it says when it was paid, in the time of the country', () => {
    const url = 'https://shop.example/';
    const page = render({ kind: 'ended', outcome: 'success', reason: 'other', url, isPast: true });
    expect(page).not.toMatch(/http-equiv|data-onward=/);
    expect(page).toContain('Already paid');
    expect(page).toMatch(/made on 2 January 2030.{1,5}00:04\./);
    // Node 20 has the name without its tilde.
    expect(page).toMatch(/\(S[aã]o Paulo Time\)/);
    expect(page).toContain(`href="${url}"`);
  });

  it('shows why a payment was declined, but not whose rule it was', () => {
    for (const reason of ['card', 'blocked', 'other'] as const) {
      const page = render({ kind: 'ended', outcome: 'declined', reason, url: undefined, isPast: false });
      expect(page).toContain(languages.en.declined[reason]);
    }
    expect(Object.values(languages.en.declined).join(' ')).not.toMatch(/block|fraud|risk/i);
  });

  it('gives a receipt for a success alone, with the number of the transaction, to print', () => {
    const end = { kind: 'ended', reason: 'card', url: 'https://shop.example/', isPast: false } as const;
    const paid = render({ ...end, outcome: 'success' });
    expect(paid).toContain(`<dd>${samplePayment.identifier}</dd>`);
    expect(paid).toContain('data-print');
    for (const outcome of ['cancelled', 'declined', 'error', 'expired'] as const) {
      expect(render({ ...end, outcome })).not.toMatch(/class="receipt"|data-print/);
    }
  });

  it('offers another try at the shop where that may help', () => {
    const end = { kind: 'ended', reason: 'card', url: 'https://shop.example/again', isPast: false } as const;
    const again = /href="https:\/\/shop\.example\/again">Try again at Shop/;
    expect(render({ ...end, outcome: 'declined' })).toMatch(again);
    expect(render({ ...end, outcome: 'expired' })).toMatch(again);
    expect(render({ ...end, outcome: 'declined', reason: 'blocked' })).not.toMatch(again);
    expect(render({ ...end, outcome: 'cancelled' })).not.toMatch(again);
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
    expect(card).toHaveLength(2);
    for (const script of card) expect(known).toContainEqual(script);
  });

  it('goes on without a script only by what scripts do not see', () => {
    const page = render({ kind: 'waiting' }).replaceAll(/<noscript\b[\s\S]*?<\/noscript>/g, '');
    expect(page).not.toContain('http-equiv="refresh"');
    expect(page).toContain('data-status="/p/token/status?at=page"');
  });
});
