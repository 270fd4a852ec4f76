import { describe, expect, it } from 'vitest';
import { nameRefusal } from './name-refusal.js';
import { readChargeOrder, translateSubmit } from './translate.js';

const refused = (fault: string) =>
  translateSubmit({ kind: 'answered', status: 422, body: { fault } }, 'id-1', readChargeOrder);

describe('a refusal to open a charge', () => {
  it.each([
    ['h2h', 'cardNotRegistered'],
    ['hpp', 'fillingDataRefused'],
  ] as const)('for the card of an %s payment is named: %s', (style, cause) => {
    expect(nameRefusal(style, refused('INVALID_CARD'))).toEqual({
      kind: 'final',
      evidence: { providerReference: 'id-1', outcome: 'error', reason: 'INVALID_CARD', cause },
    });
  });

  it('for anything else has no name of its own', () => {
    const result = refused('INVALID_FIELD');
    expect(result).toMatchObject({ kind: 'final', evidence: { outcome: 'error' } });
    expect(nameRefusal('h2h', result)).toBe(result);
  });
});
