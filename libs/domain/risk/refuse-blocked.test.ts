import { describe, expect, it } from 'vitest';
import { errorOf } from '../errors/error-catalogue.js';
import {
  blockScopes,
  cardKinds,
  createBlockIndex,
  customerKinds,
  type Block,
  type BlockKind,
  type BlockScope,
} from './block.js';
import { refuseBlocked, type BlockSubject } from './refuse-blocked.js';

const now = new Date('2026-06-01T00:00:00Z');
const value = 'ab'.repeat(32);
const shop = { merchant: 'acme', project: 'acme_eu', paysByCard: true };

/** The five conditions of specification §7, in its words and order. */
const said: Readonly<Record<BlockScope, string>> = {
  customer: 'is blocked',
  merchant: 'is blocked for all merchant projects',
  project: 'is blocked for the specified project',
  system: 'is blocked system-wide',
  global: 'is globally locked',
};

const kinds = [
  ...customerKinds.map((kind) => ['Customer', kind] as const),
  ...cardKinds.map((kind) => ['Card', kind] as const),
];
type Terms = Omit<Block, 'kind' | 'value'>;

/** What the subject is refused with, when these blocks are on its value of this kind. */
function refusalOf(kind: BlockKind, terms: readonly Terms[], subject: Partial<BlockSubject> = {}) {
  const { find } = createBlockIndex(terms.map((block) => ({ kind, value, ...block })));
  const refusal = refuseBlocked(find, { ...shop, values: [{ kind, value }], ...subject }, now);
  return refusal && { ...errorOf(refusal.error), ...refusal };
}

describe.each(kinds)('%s blocked by %s', (whose, kind) => {
  describe.each(blockScopes)('with the scope %s', (scope) => {
    it('is 451, General risk decline, and says so', () => {
      expect(refusalOf(kind, [{ scope, appliesTo: 'all' }])).toMatchObject({
        code: 451,
        reason: 'General risk decline',
        httpStatus: 400,
        description: `${whose} ${said[scope]}`,
      });
    });

    it('counts until it expires', () => {
      const until = (expires: string) => refusalOf(kind, [{ scope, appliesTo: 'all', expires }]);
      expect(until('2026-06-01T00:00:00.001Z')).toBeDefined();
      expect(until('2026-06-01T02:00:01+02:00')).toBeDefined();
      expect(until('2026-06-01T00:00:00Z')).toBeUndefined();
    });

    it('ignores another value, the same value of another kind, and a request without a value', () => {
      const blocks: readonly Terms[] = [{ scope, appliesTo: 'all' }];
      const otherKind = kind === 'email' ? 'phone' : 'email';
      expect(refusalOf(kind, blocks, { values: [{ kind, value: 'cd'.repeat(32) }] })).toBeUndefined();
      expect(refusalOf(kind, blocks, { values: [{ kind: otherKind, value }] })).toBeUndefined();
      expect(refusalOf(kind, blocks, { values: [] })).toBeUndefined();
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
    const lasting = blockScopes.toReversed().map((scope): Terms => ({ scope, appliesTo: 'all' }));
    expect(refusalOf(kind, lasting)?.description).toBe(`${whose} is blocked`);
    const expired: Terms = { scope: 'customer', appliesTo: 'all', expires: '2026-01-01T00:00:00Z' };
    const foreign: Terms = { scope: 'merchant', appliesTo: ['other'] };
    const blocks: readonly Terms[] = [{ scope: 'system', appliesTo: 'all' }, expired, foreign];
    expect(refusalOf(kind, blocks)?.description).toBe(`${whose} is blocked system-wide`);
  });
});

it('a blocked customer is named before a blocked card', () => {
  const { find } = createBlockIndex<Block>([
    { kind: 'phone', value, scope: 'global', appliesTo: 'all' },
    { kind: 'bin', value: '400000', scope: 'customer', appliesTo: 'all' },
  ]);
  const values = [
    { kind: 'bin', value: '400000' },
    { kind: 'phone', value },
  ] as const;
  expect(refuseBlocked(find, { ...shop, values }, now)).toEqual({ kind: 'refused', error: 'customerLocked' });
});

describe('what the card-testing guard has blocked', () => {
  const expires = '2026-06-01T00:10:00.000Z';
  const byGuard: Terms = { scope: 'project', appliesTo: ['acme_eu'], expires, byGuard: true };

  it.each([
    ['identifier', 'too many cards were declined; cards are accepted again at'],
    ['address', 'too many cards were declined from this address; cards are accepted again at'],
  ] as const)('says so of the %s', (kind, words) => {
    expect(refusalOf(kind, [byGuard])).toMatchObject({
      code: 451,
      description: `Customer is blocked for the specified project: ${words} ${expires}`,
    });
  });

  it('may pay by anything but cards', () => {
    expect(refusalOf('identifier', [byGuard], { paysByCard: false })).toBeUndefined();
  });

  it('has the reason of a person’s block, if a person has blocked the same', () => {
    const { byGuard: _guard, ...byPerson } = byGuard;
    const description = 'Customer is blocked for the specified project';
    expect(refusalOf('identifier', [byGuard, byPerson])?.description).toBe(description);
  });
});
