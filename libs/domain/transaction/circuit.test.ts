import { describe, expect, it } from 'vitest';
import { circuitAfter } from './circuit.js';
import type { Submitted } from './report.js';

const settings = { failures: 5, cooldownMs: 30_000 };
const report = { providerReference: 'id-1', outcome: 'declined' } as const;
const reached = { kind: 'reached' };

describe('what a call says of the way to its MID', () => {
  const cases: readonly (readonly [string, Submitted, unknown])[] = [
    ['accepted', { kind: 'accepted' }, reached],
    ['final at once', { kind: 'final', report }, reached],
    ['declined', { kind: 'declined', soft: true, report }, reached],
    [
      'declined before a call, for want of the bank',
      { kind: 'declined', soft: false, report: { ...report, cause: 'bankNotSupported' } },
      undefined,
    ],
    ['refused connection', { kind: 'notSent', detail: 'ECONNREFUSED' }, { kind: 'failed', ...settings }],
    [
      'kept back for want of credentials',
      { kind: 'notSent', detail: 'x', error: 'midWithoutCredentials' },
      undefined,
    ],
    ['kept back for want of the card', { kind: 'notSent', detail: 'x', error: 'cardGone' }, undefined],
    ['blocked', { kind: 'blocked', error: 'cardGone' }, undefined],
    [
      'not answered in time',
      { kind: 'unknown', cause: 'timeout', detail: 'x' },
      { kind: 'failed', ...settings },
    ],
    ['cut off: it may have arrived', { kind: 'unknown', cause: 'communication', detail: 'x' }, undefined],
    ['unreadable: somebody is there', { kind: 'unknown', cause: 'unreadable', detail: 'x' }, undefined],
  ];
  it.each(cases)('%s', (_name, sent, said) => expect(circuitAfter(settings, sent)).toEqual(said));

  it('counts nothing where the provider has no circuit, and closes what may be open', () => {
    expect(circuitAfter(undefined, { kind: 'notSent', detail: 'ECONNREFUSED' })).toBeUndefined();
    expect(circuitAfter(undefined, { kind: 'unknown', cause: 'timeout', detail: 'x' })).toBeUndefined();
    expect(circuitAfter(undefined, { kind: 'accepted' })).toEqual(reached);
  });
});
