import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { parsed } from '../transactions/create/testing/acceptance.js';
import { directionOf } from './explain-request.js';

it.each(catalogue)('recognises the body of a $style $type of $code', (row) => {
  expect(directionOf(parsed(JSON.stringify(exampleOf(row))))).toBe(row.type);
});

it.each([
  ['a payout method on the hosted page', { widget: { method: 'bank_transfer_bolivia' } }],
  ['both ways of naming a method', { method: 'bank_transfer_bolivia', widget: { method: 'pix' } }],
  ['a hosted method sent directly', { method: 'qr_code' }],
  ['an unknown method', { method: 'no_such' }],
  ['a method that is no text', { method: true }],
  ['no method', {}],
])('%s is refused as a payment', (_name, body) => {
  expect(directionOf(body)).toBe('payment');
});

it('a blank widget counts as missing, like every blank field', () => {
  expect(directionOf({ method: 'pix', widget: ' ' })).toBe('payout');
});
