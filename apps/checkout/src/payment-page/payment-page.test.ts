import { describe, expect, it } from 'vitest';
import { languages } from '../languages/languages.js';
import { samplePayment } from '../testing/sample-payment.js';
import type { View } from './choose-view.js';
import { paymentPage } from './payment-page.js';
import type { CardFaults } from './read-card.js';

const views: readonly View[] = [
  { kind: 'form', asksCard: false },
  { kind: 'form', asksCard: true },
  { kind: 'leaving', url: 'https://bank.example/?a=1&b=2' },
  { kind: 'waiting' },
  {
    kind: 'instructions',
    challenge: { type: 'qr', payload: 'QR', instructionsUrl: 'https://bank.example/' },
  },
  { kind: 'instructions', challenge: { type: 'ussd', code: '*1#' } },
  { kind: 'instructions', challenge: { type: 'bank_transfer_mexico', clabe: '012' } },
  { kind: 'instructions', challenge: { type: 'multibanco', entity: '1', reference: '2' } },
  { kind: 'instructions', challenge: { type: 'voucher', number: '1', payBy: '2030-01-01' } },
  ...(['success', 'cancelled', 'declined', 'error', 'expired'] as const).flatMap((outcome) => [
    { kind: 'ended', outcome, url: 'https://shop.example/' } as const,
    { kind: 'ended', outcome, url: undefined } as const,
  ]),
];

function render(
  view: View,
  language: keyof typeof languages = 'en',
  place: 'page' | 'return' = 'page',
  faults?: CardFaults,
) {
  return paymentPage({
    payment: samplePayment,
    merchantName: 'Shop & <Co>',
    words: languages[language],
    view,
    place,
    path: '/p/token',
    proof: 'proof',
    ...(faults && { faults, problem: 'cardNotAccepted' as const }),
  }).markup;
}

describe('paymentPage', () => {
  for (const language of ['en', 'es', 'pt'] as const) {
    it(`has every view in ${language}: right lang, merchant text escaped, no script, no style, no gap`, () => {
      for (const view of views) {
        const page = render(view, language);
        expect(page).toContain(`<html lang="${language}">`);
        expect(page).toContain('Shop &amp; &lt;Co&gt;');
        expect(page).toContain('ord-&lt;1&gt;');
        expect(page).toContain('Two &lt;b&gt;&quot;cups&quot;&lt;/b&gt;');
        expect(page).not.toMatch(/<script|<style|style=|\son\w+=|undefined|\[object/);
      }
    });
  }

  it('holds exactly one form, with its proof and both actions, and never leaves it by itself', () => {
    const page = render({ kind: 'form', asksCard: false });
    expect(page.match(/<form/g)).toHaveLength(1);
    expect(page).toContain('<form method="post" action="/p/token" novalidate>');
    expect(page).toContain('name="form" value="proof"');
    expect(page).toContain('name="action" value="pay"');
    expect(page).toContain('name="action" value="cancel"');
    expect(page).not.toContain('http-equiv');
  });

  it('asks for a card with names that browsers and password managers know, empty and labelled', () => {
    const page = render({ kind: 'form', asksCard: true });
    expect(page.match(/<form/g)).toHaveLength(1);
    for (const [field, autocomplete] of [
      ['pan', 'cc-number'],
      ['exp_month', 'cc-exp-month'],
      ['exp_year', 'cc-exp-year'],
      ['cvv', 'cc-csc'],
      ['holder_name', 'cc-name'],
    ] as const) {
      const input = new RegExp(`<input\\s+id="${field}"[^>]*>`).exec(page)?.[0];
      expect(input).toContain(`autocomplete="${autocomplete}"`);
      expect(input).not.toMatch(/ value=|aria-invalid/);
      expect(input?.includes('inputmode="numeric"')).toBe(field !== 'holder_name');
      expect(page).toContain(`<label for="${field}">`);
    }
  });

  for (const language of ['en', 'es', 'pt'] as const) {
    it(`names the fields at fault in ${language}, tied to their inputs`, () => {
      const words = languages[language];
      const faults = { pan: 'malformed', exp_month: 'expired', exp_year: 'expired' } as const;
      const page = render({ kind: 'form', asksCard: true }, language, 'page', faults);
      expect(page).toContain(`<p class="problem" role="alert">${words.problems.cardNotAccepted}</p>`);
      for (const [field, problem] of [
        ['pan', words.card.problems.pan],
        ['exp_month', words.card.expired],
        ['exp_year', words.card.expired],
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
    expect(render({ kind: 'ended', outcome: 'success', url: undefined })).not.toMatch(/http-equiv|<a /);
  });

  it('gives a challenge as text to copy, with a link to the provider where it has one', () => {
    const challenge = { type: 'qr', payload: '0002<>', instructionsUrl: 'https://bank.example/' } as const;
    const page = render({ kind: 'instructions', challenge });
    expect(page).toContain('<code class="copy">0002&lt;&gt;</code>');
    expect(page).toContain('href="https://bank.example/"');
    const unsafe = { ...challenge, instructionsUrl: 'javascript:alert(1)' };
    expect(render({ kind: 'instructions', challenge: unsafe })).not.toContain('javascript:');
  });
});
