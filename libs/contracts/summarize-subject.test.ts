import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { summarizeSubject } from './summarize-subject.js';

const subject = { method: 'ideal', amount: '10.10', currency: 'EUR', merchant: 'demo', reference: 'order-1' };

it('says method, money, merchant and reference', () => {
  expect(summarizeSubject(subject)).toBe('ideal 10.10 EUR, demo, order-1');
});

it.each(['x', '"', '💶'])(
  'stays far below the 400 bytes that Temporal takes, with names of 128 %s',
  (character) => {
    const long = character.repeat(128);
    const summary = summarizeSubject({ ...subject, method: 'm'.repeat(40), merchant: long, reference: long });
    expect(summary).toContain('…');
    expect(Buffer.byteLength(JSON.stringify(`transfer details of ${summary}`))).toBeLessThan(400);
  },
);
