import { describe, expect, it } from 'vitest';
import { blockScopes, type Block, type BlockScope } from '../configuration.js';
import { errorOf } from '../errors/error-catalogue.js';
import { refuseBlocked, type BlockSubject } from './refuse-blocked.js';

const now = new Date('2026-06-01T00:00:00Z');
const fingerprint = 'ab'.repeat(32);
const shop: BlockSubject = { merchant: 'acme', project: 'acme_eu', customer: 'mallory', card: fingerprint };

/** The five conditions of specification §7, in its words and order. */
const said: Readonly<Record<BlockScope, string>> = {
  customer: 'is blocked',
  merchant: 'is blocked for all merchant projects',
  project: 'is blocked for the specified project',
  system: 'is blocked system-wide',
  global: 'is globally locked',
};

const kinds = ['Customer', 'Card'] as const;

/** The description that the subject is refused with, when these blocks are on its customer or card. */
function refusalOf(kind: (typeof kinds)[number], blocks: readonly Block[], subject = shop) {
  const customers = kind === 'Customer' ? blocks.map((block) => ({ ...block, identifier: 'mallory' })) : [];
  const cards = kind === 'Card' ? blocks.map((block) => ({ ...block, fingerprint })) : [];
  const refusal = refuseBlocked({ blocklist: { customers, cards } }, subject, now);
  return refusal && errorOf(refusal.error);
}

describe.each(kinds)('%s blocked', (kind) => {
  describe.each(blockScopes)('with the scope %s', (scope) => {
    it('is 451, General risk decline, and says so', () => {
      expect(refusalOf(kind, [{ scope, appliesTo: 'all' }])).toMatchObject({
        code: 451,
        reason: 'General risk decline',
        httpStatus: 400,
        description: `${kind} ${said[scope]}`,
      });
    });

    it('counts until it expires', () => {
      const until = (expires: string) => refusalOf(kind, [{ scope, appliesTo: 'all', expires }]);
      expect(until('2026-06-01T00:00:00.001Z')).toBeDefined();
      expect(until('2026-06-01T02:00:01+02:00')).toBeDefined();
      expect(until('2026-06-01T00:00:00Z')).toBeUndefined();
    });

    it('says nothing of another customer or card, nor of nobody', () => {
      const blocks: readonly Block[] = [{ scope, appliesTo: 'all' }];
      const other = { ...shop, customer: 'mallory2', card: 'cd'.repeat(32) };
      expect(refusalOf(kind, blocks, other)).toBeUndefined();
      expect(refusalOf(kind, blocks, { merchant: 'acme', project: 'acme_eu' })).toBeUndefined();
    });
  });

  it.each<[BlockScope, string, string]>([
    ['customer', 'acme', 'other'],
    ['merchant', 'acme', 'other'],
    ['project', 'acme_eu', 'acme'],
  ])('the scope %s is for those it names', (scope, named, stranger) => {
    expect(refusalOf(kind, [{ scope, appliesTo: ['other', named] }])).toBeDefined();
    expect(refusalOf(kind, [{ scope, appliesTo: [stranger] }])).toBeUndefined();
    expect(refusalOf(kind, [{ scope, appliesTo: [] }])).toBeUndefined();
  });

  it('of several blocks says the first condition of the specification that holds', () => {
    const lasting = blockScopes.toReversed().map((scope): Block => ({ scope, appliesTo: 'all' }));
    expect(refusalOf(kind, lasting)?.description).toBe(`${kind} is blocked`);
    const expired: Block = { scope: 'customer', appliesTo: 'all', expires: '2026-01-01T00:00:00Z' };
    const foreign: Block = { scope: 'merchant', appliesTo: ['other'] };
    const blocks: readonly Block[] = [{ scope: 'system', appliesTo: 'all' }, expired, foreign];
    expect(refusalOf(kind, blocks)?.description).toBe(`${kind} is blocked system-wide`);
  });
});

it('a blocked customer is named before a blocked card', () => {
  const customers = [{ identifier: 'mallory', scope: 'global', appliesTo: 'all' } as const];
  const cards = [{ fingerprint, scope: 'customer', appliesTo: 'all' } as const];
  const refusal = refuseBlocked({ blocklist: { customers, cards } }, shop, now);
  expect(refusal).toEqual({ kind: 'refused', error: 'customerLocked' });
});
